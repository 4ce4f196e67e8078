/**
 * Sends what taps ask for, one after the other for each subject; of the wishes that come while one is being sent, only the last.
 * @returns a function that sends a wish and resolves with the answer to the last one, or with undefined while another is
 *   being sent. It rejects if the last one failed.
 */
export function createInTurn<Wish>() {
  const wanted = new Map<string, Wish>();
  return async <Answer>(
    about: string,
    wish: Wish,
    send: (wish: Wish) => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const isSending = wanted.has(about);
    wanted.set(about, wish);
    if (isSending) return undefined;
    let sent: Wish;
    let outcome: Promise<Answer>;
    do {
      sent = wanted.get(about) as Wish;
      outcome = send(sent);
      // A failure counts if nothing else is wished by now.
      await outcome.catch(() => undefined);
    } while (wanted.get(about) !== sent);
    wanted.delete(about);
    return outcome;
  };
}
