export const logIn = "Log in";
export const logInIntro = (campus: string) => `Buy and sell with verified ${campus} students.`;
export const newHere = "New here?";
export const registerTitle = "Register";
export const registerHeading = "Create your account";
export const registerIntro = (campus: string) => `For ${campus} students. It takes a minute.`;
export const byRegistering = "By registering you agree to the";
export const alreadyRegistered = "Already registered?";
