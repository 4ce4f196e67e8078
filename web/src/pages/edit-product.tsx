import { endpoints, type Reply } from "@market/contract/endpoints";
import { editRedirectDelay, toastEditError, toastEditSuccess } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { ProductDraft, ProductInput } from "@market/contract/product-form";
import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useSession } from "../account/session.ts";
import { SessionOver } from "../account/token.ts";
import { ApiError, call } from "../api/client.ts";
import { paths } from "../paths.ts";
import type { FormPhoto } from "../products/photo-queue.ts";
import { ProductForm, type SubmitState } from "../products/product-form.tsx";
import { changeProduct } from "../products/send-product.ts";
import { usePhotos } from "../products/use-photos.ts";
import { buttonClass } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { toast } from "../ui/toast.ts";

type Edited = Reply<(typeof endpoints)["getProduct"]>["product"];
type Load = { product: Edited } | { failure: string } | undefined;

export function Component() {
  const { productId = "" } = useParams();
  const load = useOwnProduct(productId);
  if (!load) return <Loading label={messages.loading} />;
  return (
    <div className="content max-w-[720px] py-6 md:py-10">
      <h1 className="mb-6 text-2xl font-bold">Edit product</h1>
      {"failure" in load ? (
        <div className="grid justify-items-start gap-4">
          <p role="alert">{load.failure}</p>
          <Link to={paths.profile} className={buttonClass("plain")}>
            Back to your profile
          </Link>
        </div>
      ) : (
        <EditForm key={load.product._id} product={load.product} />
      )}
    </div>
  );
}

/** The product to edit, read past every cache; undefined until there is an answer. */
function useOwnProduct(productId: string): Load {
  const session = useSession();
  const caller = session.status === "signed-in" ? session.user._id : undefined;
  const [load, setLoad] = useState<Load>();
  useEffect(() => {
    const stop = new AbortController();
    call(endpoints.getProduct, { params: { productId }, signal: stop.signal }).then(
      ({ product }) => {
        const isOwn = product.seller._id === caller;
        setLoad(isOwn ? { product } : { failure: messages.loadProductRefused });
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) setLoad({ failure: explainLoad(failure) });
      },
    );
    return () => stop.abort();
  }, [productId, caller]);
  return load;
}

function explainLoad(failure: unknown): string {
  if (failure instanceof SessionOver) return messages.sessionExpired;
  if (!(failure instanceof ApiError) || failure.code === "no-answer") {
    return messages.loadProductFailed;
  }
  return failure.code === "invalid-answer" ? messages.loadProductRefused : failure.message;
}

function EditForm({ product }: { product: Edited }) {
  const navigate = useNavigate();
  const [state, setState] = useState<SubmitState>("editing");
  const [initial] = useState(() => ({ fields: fieldsOf(product), photos: photosOf(product) }));
  const { queue, photos } = usePhotos(initial.photos);

  useEffect(() => {
    if (state !== "done") return;
    const timer = setTimeout(() => void navigate(paths.profile), editRedirectDelay);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  const notify = (kind: "success" | "error", sentence: string) =>
    toast[kind](sentence, { duration: kind === "success" ? toastEditSuccess : toastEditError });
  const submit = async (input: ProductInput) => {
    setState("processing");
    const { _id: productId, version } = product;
    const result = await changeProduct({ productId, version, product: input }, queue);
    if (result.failure !== undefined) {
      setState("editing");
      notify("error", result.failure);
      return result.faults;
    }
    setState("done");
    notify("success", messages.productUpdated);
    return [];
  };
  return (
    <ProductForm
      form="edit"
      fields={initial.fields}
      queue={queue}
      photos={photos}
      state={state}
      labels={{ idle: messages.updateProduct, working: messages.updating, done: "Saved" }}
      onNotice={notify}
      onSubmit={submit}
    >
      <Link to={paths.profile} className={buttonClass("plain")}>
        Cancel
      </Link>
    </ProductForm>
  );
}

function fieldsOf(product: Edited): ProductDraft {
  const { name, description, locationType, category, condition } = product;
  const price = String(product.price);
  return {
    name,
    price,
    description,
    locationType,
    category,
    condition,
    address: product.address ?? "",
  };
}

function photosOf({ images }: Edited): FormPhoto[] {
  return images.map(({ id, url }) => ({
    key: id,
    name: "",
    preview: url,
    step: { name: "kept", id },
  }));
}
