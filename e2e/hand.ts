import type { Locator } from "@playwright/test";

/** Seconds that people need on a phone: to find a place and tap it, to type a letter, to choose two photos. */
export const pace = { tap: 1.3, letter: 0.33, choosePhotos: 5 };

/** Does what a hand does, and adds up how long a hand would have needed. */
export class Hand {
  seconds = 0;
  taps = 0;
  texts = 0;

  async tap(place: Locator): Promise<void> {
    await place.tap();
    this.taps += 1;
    this.seconds += pace.tap;
  }

  async type(field: Locator, words: string): Promise<void> {
    await this.tap(field);
    await field.pressSequentially(words);
    this.texts += 1;
    this.seconds += words.length * pace.letter;
  }
}
