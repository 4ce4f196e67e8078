import type { HomeProducts } from "@market/contract/pages";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { serverData } from "../page-context.ts";
import { type PageHandle, title } from "./head.ts";

export const handle: PageHandle = { head: title("Home") };

export async function loader({ context }: LoaderFunctionArgs): Promise<HomeProducts> {
  return context.get(serverData)?.home ?? { featured: [], latest: [] };
}

export function Component() {
  const { featured } = useLoaderData<typeof loader>();
  return <h1 className="text-2xl">Home {featured.length}</h1>;
}
