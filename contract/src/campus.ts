/** What the browser is told of the operator's settings; nothing secret may ever be added. */
export type CampusSettings = {
  /** Short name of the college community, `CGU`. */
  name: string;
  contactEmail: string;
  partnerEmail: string;
  /** Outside addresses of the footer (R079 to R085); an unset one is not shown. */
  links: {
    instagram?: string;
    linkedin?: string;
    chat?: string;
    careers?: string;
    issues?: string;
  };
  /** Q03: the cart alone has its own currency sign. */
  cartCurrency: string;
  /** Q07: `on` opens the busy notice on the first page of a visit, `off` never. */
  busyNotice: "auto" | "on" | "off";
  /** An outside avatar service, for `avatarUrl`. */
  avatarBase?: string;
  /** Where page views are reported instead of to our own counter: the event address of a Plausible-compatible service. */
  analyticsUrl?: string;
  /** A path or an address that is told of every change of the ID token (R457 to R459, Q65). */
  tokenSyncUrl?: string;
};
