// Reports the sign-in's outcome to the tab that started it. The channel is there because a provider's own
// headers may have cut the tie to the opener; both carry the same message.
const name = "campus-marketplace:sign-in";
const { attempt, code, until } = document.body.dataset;
const outcome = { type: name, attempt, ok: code === "", ...(code !== "" && { code, until }) };

const channel = new BroadcastChannel(name);
channel.postMessage(outcome);
if (window.opener !== null) window.opener.postMessage(outcome, location.origin);

// The message must have left before the window closes, and a window that no script has opened stays.
setTimeout(() => window.close(), 50);
setTimeout(() => location.replace(document.querySelector("a").href), 1500);
