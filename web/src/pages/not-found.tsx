import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "./head.ts";

export const handle: PageHandle = { head: title("Not found", { hidden: true }), status: () => 404 };

/** Every address that the route table does not know. */
export function Component() {
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <p className="text-primary text-4xl font-bold" aria-hidden="true">
        404
      </p>
      <h1 className="text-2xl font-bold">This page is not on the board</h1>
      <p className="text-muted max-w-[40ch]">
        The address may have a typing mistake, or what was here has been taken down.
      </p>
      <Link to={paths.home} className={buttonClass("primary")}>
        Back to home
      </Link>
    </div>
  );
}
