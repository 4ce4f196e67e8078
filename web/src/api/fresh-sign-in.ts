let isNeeded = false;

/** Notes that a call was refused for its session's age: at the next sign-in the provider must not remember the student. */
export function requireFreshSignIn(): void {
  isNeeded = true;
}

export const needsFreshSignIn = (): boolean => isNeeded;

export function settleFreshSignIn(): void {
  isNeeded = false;
}
