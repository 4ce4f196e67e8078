import type { ComponentProps } from "react";
import { useNavigate } from "react-router";

type Props = Omit<ComponentProps<"a">, "target"> & {
  /** An address that begins with `/`, or with `?` for the same page with another search part. */
  to: string;
  /** Where it leads without our code and in a new tab, if that is another page. */
  href?: string;
  /** What the page that it leads to finds in its location. */
  state?: unknown;
  preventScrollReset?: boolean;
};

/**
 * A link to a page of the app. The library's own brings what only its framework needs, and is drawn
 * anew with every change of the address.
 */
export function Link({
  to,
  href = to,
  state,
  preventScrollReset,
  onClick,
  children,
  ...rest
}: Props) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
        if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey)
          return;
        event.preventDefault();
        const replace = new URL(to, location.href).href === location.href;
        void navigate(to, { replace, state, preventScrollReset });
      }}
    >
      {children}
    </a>
  );
}
