/**
 * Sends the wishes about a subject one after another; of those that arrive in between, only the last.
 * @returns a function that resolves with the answer to the last wish, or with undefined while another one is being sent
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
      // A failure counts only without a later wish.
      await outcome.catch(() => undefined);
    } while (wanted.get(about) !== sent);
    wanted.delete(about);
    return outcome;
  };
}
