"""When the client changed its rules: a book's `era` is the month of its cards, and an older book plays the older rule.

Months are written as 201504. data/rules/reports.csv tells, report by report, what players saw the client do and what is
played here. When most of these rules changed, nobody noted; the simulators of later years, which the card sets of those
years follow, no longer have them: such rules end at SIMULATORS.
"""

ERAS = {  # the months of the card sets
    "mastering_2015": 201504,
    "eva_2018": 201802,
    "eva_program": 201802,
    "mesb": 201901,
    "dsa_me": 201912,
    "classic_2020": 202001,
    "wild_2020": 202001,
}

SHIELDS_STOP_ALL = 201508  # healing that hurts is no damage where a Divine Shield takes it (patch 3.0)
STEALTH_IS_NO_SHELTER = 201509  # before, Misdirection sent nobody at those in Stealth (patch 3.1)
AS_NEW = (
    201509  # before, a destroyed minion that was returned to a hand died when it was played again (patch 3.1)
)
BACK_FOR_GOOD = 201511  # before, who was stolen back from a borrower went home once more (patch 4.0)
ALL_AT_ONCE = (
    201512  # before, damage that is not the same for all was dealt to one after the other (patch 4.1)
)
IMMUNE_FROM_THE_START = 201604  # a hero immune while it attacks is so before Secrets answer (patch 5.0)
TURNED_IS_NOT_SUMMONED = (
    201604  # before, whoever was transformed by a minion had been summoned, too (patch 5.0)
)
ONLY_WHO_IS_THERE = 201703  # Mirror Entity no longer copies a minion that has gone (patch 7.1)
ONLY_WHO_HEARD_IT = 201710  # before, who came with a spell answered to it (patch 9.2)
HEROES_ARE_NO_MINIONS = 201710  # before, Lord Jaraxxus was a minion while he was being played
SIMULATORS = 201801
