import { setTimeout as sleep } from "node:timers/promises";
import type { Locator } from "@playwright/test";

/** Seconds that people need on a phone: to find a control and tap it, to type a letter, to choose two photos, for each further one. */
export const pace = { tap: 1.3, letter: 0.33, choosePhotos: 5, anotherPhoto: 1 };

/** Taps and types as a hand does, and adds up the time that a hand would have needed. */
export class Hand {
  seconds = 0;
  taps = 0;
  texts = 0;
  readonly #isLive: boolean;

  /** @param isLive whether it really takes its time, while the phone continues its own work */
  constructor({ isLive = false } = {}) {
    this.#isLive = isLive;
  }

  async spend(seconds: number): Promise<void> {
    this.seconds += seconds;
    if (this.#isLive) await sleep(seconds * 1_000);
  }

  async tap(place: Locator): Promise<void> {
    await this.spend(pace.tap);
    await place.tap();
    this.taps += 1;
  }

  async type(field: Locator, words: string): Promise<void> {
    await this.tap(field);
    this.texts += 1;
    await field.pressSequentially(words);
    await this.spend(words.length * pace.letter);
  }

  /** The field opens the system's list, where a line is tapped. */
  async choose(field: Locator, line: string): Promise<void> {
    await this.spend(2 * pace.tap);
    await field.selectOption(line);
    this.taps += 2;
  }
}
