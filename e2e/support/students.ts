import { demoStudents } from "@market/fixtures/demo-students";
import { type BrowserContext, type Cookie, expect, type Page } from "@playwright/test";
import { untilHydrated } from "./hydrated.ts";

/** Session cookies by address, used again by the later tests of this worker. */
const sessions = new Map<string, Cookie[]>();
/** Browsers in which a demo student is signed in. */
const shared = new WeakSet<BrowserContext>();

/** Whether the student of this browser is one of the demo students, whom all tests of a worker share. */
export const isShared = (context: BrowserContext): boolean => shared.has(context);

/**
 * Signs a demo student, or one who has entered, in and opens a page, if one is named. Demo students only look: a test
 * that lists something, or that looks at a student's own lists, lets a new one `enter`.
 * The browser gets what it would have after a sign-in by hand; the tests of signing in go by the window.
 */
export async function signIn(page: Page, who: string | Newcomer, path?: string): Promise<void> {
  const { email } = typeof who === "string" ? demoStudent(who) : who;
  if (typeof who === "string") shared.add(page.context());
  else shared.delete(page.context());
  if (!(await isSignedIn(page, email)) && !(await resume(page, email))) {
    const choice = await page.request.get("/api/auth/start");
    await page.request.post(choice.url(), { form: { account: email } });
    expect(await storeSession(page)).toBe(true);
    // Excludes the provider's cookies, with which it would choose the account itself.
    const cookies = await page.context().cookies();
    sessions.set(
      email,
      cookies.filter((cookie) => cookie.name.startsWith("session-")),
    );
  }
  if (path === undefined) return;
  await page.goto(path);
  await untilHydrated(page.locator("body"));
}

function demoStudent(name: string): { email: string } {
  const student = demoStudents.find((each) => each.name === name);
  if (!student) throw new Error(`No demo student is called ${name}`);
  return student;
}

async function isSignedIn(page: Page, email: string): Promise<boolean> {
  if (!page.url().startsWith("http")) return false;
  const user = JSON.parse((await storedValue(page, "user")) ?? "{}") as { email?: string };
  return user.email === email;
}

/** @returns false when there is no session of that student, or when another test has ended it */
async function resume(page: Page, email: string): Promise<boolean> {
  const cookies = sessions.get(email);
  if (!cookies) return false;
  await page.context().addCookies(cookies);
  return storeSession(page);
}

/** Stores what the app stores after a sign-in, without loading it. @returns false when the session has ended */
async function storeSession(page: Page): Promise<boolean> {
  const headers = { "x-requested-with": "campus-marketplace" };
  const issued = await page.request.post("/api/auth/token", { headers });
  if (!issued.ok()) return false;
  const { token, profile } = (await issued.json()) as { token: string; profile: object };
  const login = await page.request.post("/api/auth/google-login", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { user } = (await login.json()) as { user: object };
  await page.goto("/healthz");
  const stored = { account: "yes", token, user: JSON.stringify({ ...user, ...profile }) };
  await page.evaluate((values) => Object.assign(localStorage, values), stored);
  return true;
}

/** A new student, by an address that no other test uses; short, because a long one is broken into lines. */
export const newcomer = (name: string) => ({
  name,
  email: `${name.toLowerCase().split(/\W/, 1)[0]}.${Date.now().toString(36)}@cgu.example`,
});
type Newcomer = ReturnType<typeof newcomer>;

/** Clicks what opens Google's window, and chooses an account there. */
export async function chooseAccount(
  page: Page,
  button: string,
  { name, email }: Newcomer,
): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  await popup.getByLabel("Email address").fill(email);
  await popup.getByLabel("Name", { exact: true }).fill(name);
  await popup.getByRole("button", { name: "Continue" }).click();
}

/** Fills in the empty fields of the registration form. */
export async function fillRegistration(page: Page): Promise<void> {
  await untilHydrated(page.getByRole("button", { name: "Submit", exact: true }));
  await page.getByLabel("WhatsApp number").fill("98765 43210");
  await page.getByLabel("Course").fill("B.Tech CSE");
  await page.getByLabel("I am 18 or older").check();
}

/** Registers through the window, and ends on the home page. */
export async function register(page: Page, student: Newcomer): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page);
  await chooseAccount(page, "Submit", student);
  await expect(page).toHaveURL("/");
}

type Consent = { version: string; adult: true };

/** Registers as a client does that knows only the specification, which says nothing of consent. */
export async function registerPlainly(page: Page, { name, email }: Newcomer, consent?: Consent) {
  const choice = await page.request.get("/api/auth/start");
  await page.request.post(choice.url(), { form: { email, name } });
  const issued = await page.request.post("/api/auth/token", {
    headers: { "x-requested-with": "campus-marketplace" },
  });
  const { token } = (await issued.json()) as { token: string };
  const registered = await page.request.post("/api/auth/google-register", {
    headers: { authorization: `Bearer ${token}` },
    data: {
      phone: "+919876543210",
      course: "B.Tech",
      semester: "3rd Semester",
      country: "India",
      consent,
    },
  });
  await page.goto("/healthz");
  await page.evaluate(() => localStorage.setItem("account", "yes"));
  return registered.status();
}

/** Signs a new student in, who has agreed to the notice and whom no other test uses. */
export async function enter(page: Page, name: string): Promise<Newcomer> {
  const student = newcomer(name);
  shared.delete(page.context());
  await registerPlainly(page, student, { version: "2027-01", adult: true });
  expect(await storeSession(page)).toBe(true);
  return student;
}

/** Reads a key of this browser's local storage. */
export const storedValue = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);
