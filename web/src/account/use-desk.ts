import { useMemo } from "react";
import { useNavigate } from "react-router";
import { showAlert } from "../ui/alert.tsx";
import type { Desk } from "./sign-in-notices.ts";

/** The screen, as a sign-in inside a page may use it. */
export function useDesk(): Desk {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      go: (path, state) => void navigate(path, { replace: true, state }),
      alert: showAlert,
    }),
    [navigate],
  );
}
