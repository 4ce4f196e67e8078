/** Where one photo of a form stands. `kept` is a stored photo of a product that is being edited. */
export type PhotoStep =
  | { name: "shrinking" }
  | { name: "waiting" }
  | { name: "sending"; share: number }
  | { name: "delayed"; attempts: number }
  /** A final refusal is the photo's own: sending it again does not help. */
  | { name: "refused"; message: string; isFinal?: boolean }
  | { name: "uploaded"; id: string; at: number }
  | { name: "kept"; id: string };

/**
 * A photo in display order. `blob` is the picked file until it is shrunk; `preview` is an address that
 * an image element can show.
 */
export type FormPhoto = {
  key: string;
  name: string;
  blob?: Blob;
  preview?: string;
  step: PhotoStep;
};

/** `again` asks to send later, `after` seconds from now at the earliest, for the reason in `message`. */
export type SendAnswer =
  | { id: string }
  | { refusal: string; isFinal?: boolean }
  | { again: string; after: number };
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
  /** Tells the server that an uploaded photo will not be used. */
  discard: (id: string) => void;
  /** Milliseconds before the first repetition after a failure; doubles up to 30 times that. */
  firstDelay?: number;
};

const atOnce = 2;
/** How often an overloaded server is asked before its answer is shown at the photo. */
const busyAttempts = 6;
/** How often the network may fail while a submit waits. */
const patience = 4;

/**
 * The photos of a form and their way to the server: shrunk and sent as soon as they are picked, two at a
 * time in display order, repeated until the network lets them through.
 */
export class PhotoQueue {
  #photos: readonly FormPhoto[] = [];
  readonly #work: Work;
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<string, AbortController>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #attempts = new Map<string, number>();
  #failures = 0;

  #isOpen = false;

  /** @param initial photos of a draft or of a stored product */
  constructor(work: Work, initial: readonly FormPhoto[] = []) {
    this.#work = work;
    this.#photos = initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The photos in display order; a new array after every change. */
  readonly photos = (): readonly FormPhoto[] => this.#photos;

  /** Adds picked files behind the others and begins with them. */
  add(files: readonly File[]): void {
    for (const file of files) {
      const key = crypto.randomUUID();
      const photo: FormPhoto = { key, name: file.name, blob: file, step: { name: "shrinking" } };
      this.#set([...this.#photos, photo]);
      void this.#shrink(key, file);
    }
  }

  /** Begins, or goes on, to send what waits. */
  open(): void {
    this.#isOpen = true;
    this.#set(this.#photos.map(withPreview));
    for (const { key, blob, step } of this.#photos) {
      if (step.name === "shrinking" && blob) void this.#shrink(key, blob);
    }
    this.#fill();
  }

  /** Stops all sending; what was under way will be sent from its start. */
  close(): void {
    this.#isOpen = false;
    for (const photo of this.#photos) this.#forget(photo);
    this.#set(this.#photos.map(atRest));
  }

  remove(key: string): void {
    const photo = this.#find(key);
    if (!photo) return;
    this.#forget(photo);
    this.#set(this.#photos.filter((other) => other !== photo));
    if (photo.step.name === "uploaded") this.#work.discard(photo.step.id);
    this.#fill();
  }

  /** Moves a photo to a place in the display order; 0 makes it the cover. */
  move(key: string, place: number): void {
    const photo = this.#find(key);
    if (!photo || place < 0 || place >= this.#photos.length) return;
    const others = this.#photos.filter((other) => other !== photo);
    this.#set([...others.slice(0, place), photo, ...others.slice(place)]);
  }

  /** Sends a refused or delayed photo now. */
  retry(key: string): void {
    const step = this.#find(key)?.step.name;
    if (step !== "refused" && step !== "delayed") return;
    this.#attempts.delete(key);
    this.#line(key);
  }

  /** Sends everything that waits for the network; called when the browser is online again. */
  resume(): void {
    for (const { key, step } of this.#photos) if (step.name === "delayed") this.#line(key);
  }

  /** Sends uploaded photos once more under new keys, because the server has forgotten them. */
  sendAgain(): void {
    for (const { key, step } of this.#photos) {
      if (step.name === "uploaded")
        this.#update(key, { key: crypto.randomUUID(), step: { name: "waiting" } });
    }
    this.#fill();
  }

  /** Empties the form's photos without telling the server: they now belong to a product. */
  clear(): void {
    for (const photo of this.#photos) this.#forget(photo);
    this.#set([]);
  }

  /**
   * Waits for every upload.
   * @returns `uploaded`, `refused` when a photo needs its owner, or `unreachable` when the network keeps failing
   */
  settled(): Promise<"uploaded" | "refused" | "unreachable"> {
    const before = this.#failures;
    this.resume();
    return new Promise((resolve) => {
      const look = () => {
        const steps = this.#photos.map(({ step }) => step.name);
        const done = steps.every((name) => name === "uploaded" || name === "kept")
          ? "uploaded"
          : steps.includes("refused")
            ? "refused"
            : this.#failures - before >= patience
              ? "unreachable"
              : undefined;
        if (!done) return;
        stop();
        resolve(done);
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  #find(key: string): FormPhoto | undefined {
    return this.#photos.find((photo) => photo.key === key);
  }

  #set(photos: readonly FormPhoto[]): void {
    this.#photos = photos;
    for (const listener of this.#listeners) listener();
  }

  #update(key: string, change: Partial<FormPhoto>): void {
    this.#set(this.#photos.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));
  }

  #forget({ key, blob, preview }: FormPhoto): void {
    this.#sending.get(key)?.abort();
    this.#sending.delete(key);
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#attempts.delete(key);
    if (blob && preview) URL.revokeObjectURL(preview);
  }

  #line(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#update(key, { step: { name: "waiting" } });
    this.#fill();
  }

  async #shrink(key: string, picked: Blob): Promise<void> {
    const blob = await this.#work.shrink(picked);
    if (this.#find(key)?.step.name !== "shrinking" || !this.#isOpen) return;
    this.#update(key, { blob, preview: URL.createObjectURL(blob), step: { name: "waiting" } });
    this.#fill();
  }

  #fill(): void {
    if (!this.#isOpen) return;
    for (const { key, blob, step } of this.#photos) {
      if (this.#sending.size >= atOnce) return;
      if (step.name === "waiting" && blob) void this.#send(key, blob);
    }
  }

  async #send(key: string, photo: Blob): Promise<void> {
    const stop = new AbortController();
    this.#sending.set(key, stop);
    this.#update(key, { step: { name: "sending", share: 0 } });
    const progress = (share: number) => {
      if (!stop.signal.aborted) this.#update(key, { step: { name: "sending", share } });
    };
    const answer = await this.#work
      .send({ key, photo, signal: stop.signal, progress })
      .catch(() => ({ again: "", after: 0 }));
    if (!stop.signal.aborted) {
      this.#sending.delete(key);
      this.#settle(key, answer);
    } else if ("id" in answer && !this.#find(key)) {
      this.#work.discard(answer.id);
    }
    this.#fill();
  }

  #settle(key: string, answer: SendAnswer): void {
    if ("id" in answer) {
      this.#attempts.delete(key);
      this.#update(key, { step: { name: "uploaded", id: answer.id, at: Date.now() } });
    } else if ("refusal" in answer) {
      this.#update(key, {
        step: { name: "refused", message: answer.refusal, isFinal: answer.isFinal ?? false },
      });
    } else {
      this.#delay(key, answer);
    }
  }

  #delay(key: string, { again, after }: { again: string; after: number }): void {
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempts);
    this.#failures += 1;
    if (again !== "" && attempts >= busyAttempts) {
      this.#update(key, { step: { name: "refused", message: again } });
      return;
    }
    const first = this.#work.firstDelay ?? 1000;
    const pause = Math.max(after * 1000, Math.min(first * 2 ** (attempts - 1), first * 30));
    this.#update(key, { step: { name: "delayed", attempts } });
    this.#timers.set(
      key,
      setTimeout(() => this.#line(key), pause),
    );
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
