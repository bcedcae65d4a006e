// Sounds, made by the page itself; off until they are wanted.

const NOTES = { draw: [520, 0.06], land: [180, 0.12], hit: [90, 0.18], heal: [760, 0.18] }; // hertz, seconds

class Sounds {
  play(name) {
    if (setting("sounds", "off") !== "on") return;
    this.context = this.context || new AudioContext();
    const [hertz, seconds] = NOTES[name];
    const { currentTime: now, destination } = this.context;
    const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(hertz, now);
    tone.frequency.exponentialRampToValueAtTime(hertz * 0.7, now + seconds);
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    tone.connect(volume).connect(destination);
    tone.start(now);
    tone.stop(now + seconds);
  }
}
