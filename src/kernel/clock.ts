import type { ClockName } from './process.ts';

/**
 * A clock: what it shows is a straight line of true time, until a fault bends or moves it.
 * Times are in ms; `when` answers in whole ms of true time.
 */
export class Clock {
  #since = 0;
  #reading = 0;
  #rate = 1;

  read(t: number): number {
    return this.#reading + (t - this.#since) * this.#rate;
  }

  /** From t on it ticks `rate` ms per ms of true time; 0: it stands still. */
  setRate(t: number, rate: number): void {
    this.#reading = this.read(t);
    this.#since = t;
    this.#rate = rate;
  }

  /** At once it shows `by` ms more (or less). */
  jump(by: number): void {
    this.#reading += by;
  }

  /** The first whole ms of true time at which it shows `reading` or more, as it goes now. Infinity if it stands still before. */
  when(reading: number): number {
    const left = reading - this.#reading;
    if (left <= 0) return Math.floor(this.#since + left / (this.#rate || 1));
    // a tick's worth of slack, so that a rate such as 1/3 does not push a whole ms over its edge
    return this.#rate === 0 ? Number.POSITIVE_INFINITY : Math.ceil(this.#since + left / this.#rate - 1e-6);
  }
}

/** The clocks of one host. A pause stops only the processor's own time; a drift bends only those that a program reads. */
export class Clocks {
  readonly #clocks: Readonly<Record<ClockName, Clock>> = {
    monotonic: new Clock(),
    wall: new Clock(),
    cpu: new Clock(),
  };

  get(name: ClockName): Clock {
    return this.#clocks[name];
  }

  stop(t: number): void {
    this.#clocks.cpu.setRate(t, 0);
  }

  go(t: number): void {
    this.#clocks.cpu.setRate(t, 1);
  }

  drift(t: number, rate: number): void {
    this.#clocks.monotonic.setRate(t, rate);
    this.#clocks.wall.setRate(t, rate);
  }
}
