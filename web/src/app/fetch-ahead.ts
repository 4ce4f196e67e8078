import { savesData } from "../browser/save-data.ts";
import { loadAlerts } from "../ui/alert.tsx";
import { loadToasts } from "../ui/toast.ts";

/** Fetches what a student may need next, also offline. */
export async function fetchAhead(): Promise<void> {
  if (savesData()) return;
  await Promise.allSettled([
    loadToasts(),
    loadAlerts(),
    // Restores the user at the next start.
    import("../identity/sign-in/sign-in.ts"),
    // Log Out leads there.
    import("../pages/login.tsx"),
    import("../products/item/opened-item.tsx"),
    import("../products/item/detail.tsx"),
    import("../products/item/lightbox.tsx"),
    import("../products/item/safety-card.tsx"),
    import("../pages/home-page/products.ts"),
  ]);
}
