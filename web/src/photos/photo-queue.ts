import { createStore } from "../browser/store.ts";

/** The state of one photo of a form. `stored` is a photo of a product that is being edited. */
export type PhotoStep =
  | { name: "shrinking" }
  /** Part of a share that waits for the student's tap. */
  | { name: "held" }
  | { name: "waiting" }
  | { name: "sending"; share: number }
  /** Will be retried automatically. */
  | { name: "delayed" }
  /** A final refusal is the photo's own: sending it again does not help. */
  | { name: "refused"; message: string; isFinal?: boolean }
  | { name: "uploaded"; id: string; at: number }
  | { name: "stored"; id: string };

/** `blob` is the picked file until it is shrunk; `preview` is an address that an image element can show. */
export type FormPhoto = {
  key: string;
  name: string;
  blob?: Blob;
  preview?: string;
  attempts?: number;
  /** The Idempotency-Key of the upload, where it is not `key`. */
  uploadKey?: string;
  step: PhotoStep;
};

/** `retryMessage` says why to send again, `after` seconds from now at the earliest; empty when the network failed. */
export type SendAnswer =
  | { id: string }
  | { refusal: string; isFinal?: boolean }
  | { retryMessage: string; after: number };
/** Sends one photo. Rejects when the network failed. `progress` is called with a share from 0 to 1. */
export type SendPhoto = (upload: {
  key: string;
  photo: Blob;
  signal: AbortSignal;
  progress: (share: number) => void;
}) => Promise<SendAnswer>;

type Work = {
  send: SendPhoto;
  /** Brings a picked file to the size of an upload; never rejects. */
  shrink: (file: Blob) => Promise<Blob>;
  /** Notifies the server that an uploaded photo will not be used. */
  discard: (id: string) => void;
  /** Milliseconds before the first repetition after a failure; doubles up to 30 times that. */
  firstDelay?: number;
};

const concurrency = 2;
/** The number of requests that an overloaded server gets before its answer is shown at the photo. */
const busyAttempts = 6;
/** The number of network failures until a waiting submit ends. */
const mostFailures = 4;

/** Shrinks and sends photos as soon as they are picked, two at a time, until the network lets them through. */
export class PhotoQueue {
  readonly store;
  readonly #work: Work;
  readonly #sending = new Map<string, AbortController>();
  #failures = 0;
  #isOpen = false;
  #isHeld: boolean;

  /** @param isHeld sends nothing until `release` */
  constructor(work: Work, initial: readonly FormPhoto[] = [], isHeld = false) {
    this.#work = work;
    this.#isHeld = isHeld;
    this.store = createStore(initial.map((photo) => this.#ready(photo)));
  }

  photos(): readonly FormPhoto[] {
    return this.store.get();
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const key = crypto.randomUUID();
      const photo: FormPhoto = { key, name: file.name, blob: file, step: { name: "shrinking" } };
      this.store.set([...this.photos(), photo]);
      void this.#shrink(key, file);
    }
  }

  open(): void {
    this.#isOpen = true;
    this.store.set(this.photos().map(withPreview));
    for (const { key, blob, step } of this.photos())
      if (step.name === "shrinking" && blob) void this.#shrink(key, blob);
    this.#fill();
  }

  /** Stops all sending; what was under way will be sent from its start. */
  close(): void {
    this.#isOpen = false;
    for (const photo of this.photos()) this.#release(photo);
    this.store.set(this.photos().map(atRest));
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const { key, step } of this.photos())
      if (step.name === "held") this.#update(key, { step: { name: "waiting" } });
    this.#fill();
  }

  remove(key: string): void {
    const photo = this.#find(key);
    if (!photo) return;
    this.#release(photo);
    this.store.set(this.photos().filter((other) => other !== photo));
    if (photo.step.name === "uploaded") this.#work.discard(photo.step.id);
    this.#fill();
  }

  /** Moves a photo to a place in the display order; 0 makes it the cover. */
  move(key: string, place: number): void {
    const photo = this.#find(key);
    if (!photo || place < 0 || place >= this.photos().length) return;
    const others = this.photos().filter((other) => other !== photo);
    this.store.set([...others.slice(0, place), photo, ...others.slice(place)]);
  }

  retry(key: string): void {
    const step = this.#find(key)?.step.name;
    if (step !== "refused" && step !== "delayed") return;
    this.#update(key, { attempts: 0, step: { name: "waiting" } });
    this.#fill();
  }

  resume(): void {
    for (const { key, step } of this.photos())
      if (step.name === "delayed") this.#update(key, { step: { name: "waiting" } });
    this.#fill();
  }

  /** Uploads photos again, all or some: the server no longer has them. */
  uploadAgain(keys?: readonly string[]): void {
    for (const { key, step } of this.photos())
      if (step.name === "uploaded" && (keys?.includes(key) ?? true))
        this.#update(key, { uploadKey: crypto.randomUUID(), step: { name: "waiting" } });
    this.#fill();
  }

  /** Waits for all photos or for some. `refused` when a photo needs its owner, `unreachable` when the network keeps failing. */
  settled(keys?: readonly string[]): Promise<"uploaded" | "refused" | "unreachable"> {
    const before = this.#failures;
    const outcome = () => {
      const photos = this.photos().filter(({ key }) => keys?.includes(key) ?? true);
      if (photos.every(({ step }) => step.name === "uploaded" || step.name === "stored"))
        return "uploaded";
      if (photos.some(({ step }) => step.name === "refused")) return "refused";
      return this.#failures - before >= mostFailures ? "unreachable" : undefined;
    };
    this.resume();
    return new Promise((resolve) => {
      const look = () => {
        const result = outcome();
        if (result === undefined) return;
        stop();
        resolve(result);
      };
      const stop = this.store.subscribe(look);
      look();
    });
  }

  #ready(photo: FormPhoto): FormPhoto {
    return this.#isHeld && photo.step.name === "waiting"
      ? { ...photo, step: { name: "held" } }
      : photo;
  }

  #find(key: string): FormPhoto | undefined {
    return this.photos().find((photo) => photo.key === key);
  }

  #update(key: string, change: Partial<FormPhoto>): void {
    this.store.set(
      this.photos().map((photo) => (photo.key === key ? { ...photo, ...change } : photo)),
    );
  }

  #release({ key, blob, preview }: FormPhoto): void {
    this.#sending.get(key)?.abort();
    this.#sending.delete(key);
    if (blob && preview) URL.revokeObjectURL(preview);
  }

  async #shrink(key: string, picked: Blob): Promise<void> {
    const blob = await this.#work.shrink(picked);
    if (this.#find(key)?.step.name !== "shrinking" || !this.#isOpen) return;
    const step = { name: this.#isHeld ? "held" : "waiting" } as const;
    this.#update(key, { blob, preview: URL.createObjectURL(blob), step });
    this.#fill();
  }

  #fill(): void {
    if (!this.#isOpen) return;
    for (const { key, uploadKey = key, blob, step } of this.photos()) {
      if (this.#sending.size >= concurrency) return;
      if (step.name === "waiting" && blob) void this.#send(key, uploadKey, blob);
    }
  }

  async #send(key: string, uploadKey: string, photo: Blob): Promise<void> {
    const stop = new AbortController();
    this.#sending.set(key, stop);
    this.#update(key, { step: { name: "sending", share: 0 } });
    const progress = (share: number) => {
      if (!stop.signal.aborted) this.#update(key, { step: { name: "sending", share } });
    };
    const answer = await this.#work
      .send({ key: uploadKey, photo, signal: stop.signal, progress })
      .catch(() => ({ retryMessage: "", after: 0 }));
    if (!stop.signal.aborted) {
      this.#sending.delete(key);
      this.#take(key, answer);
    } else if ("id" in answer && !this.#find(key)) {
      this.#work.discard(answer.id);
    }
    this.#fill();
  }

  #take(key: string, answer: SendAnswer): void {
    if ("id" in answer) {
      this.#update(key, { step: { name: "uploaded", id: answer.id, at: Date.now() } });
    } else if ("refusal" in answer) {
      const { refusal: message, isFinal = false } = answer;
      this.#update(key, { step: { name: "refused", message, isFinal } });
    } else {
      this.#delay(key, answer.retryMessage, answer.after);
    }
  }

  #delay(key: string, message: string, after: number): void {
    const attempts = (this.#find(key)?.attempts ?? 0) + 1;
    this.#failures += 1;
    if (message !== "" && attempts >= busyAttempts)
      return this.#update(key, { attempts: 0, step: { name: "refused", message } });
    const step: PhotoStep = { name: "delayed" };
    this.#update(key, { attempts, step });
    const first = this.#work.firstDelay ?? 1000;
    const pause = Math.max(after * 1000, Math.min(first * 2 ** (attempts - 1), first * 30));
    setTimeout(() => {
      if (this.#find(key)?.step !== step) return;
      this.#update(key, { step: { name: "waiting" } });
      this.#fill();
    }, pause);
  }
}

function withPreview(photo: FormPhoto): FormPhoto {
  return photo.blob && photo.step.name !== "shrinking"
    ? { ...photo, preview: URL.createObjectURL(photo.blob) }
    : photo;
}

function atRest({ preview, ...photo }: FormPhoto): FormPhoto {
  const { name } = photo.step;
  const step: PhotoStep =
    name === "sending" || name === "delayed" ? { name: "waiting" } : photo.step;
  return photo.blob ? { ...photo, step } : { ...photo, preview, step };
}
