/** The name in the specification; an operator may set another. */
export const defaultProvider = "Google";

/** Settings that the browser sees; never anything secret. */
export type CampusSettings = {
  /** Short name of the college community, `CGU`. */
  name: string;
  contactEmail: string;
  providerName: string;
  partnerEmail: string;
  /** The person who decides grievances; the name may be unset. */
  grievanceOfficer?: string;
  grievanceEmail: string;
  /** Days in which a deleted account can be restored. */
  eraseAfterDays: number;
  meetingPlaces: readonly string[];
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
  /** Event address of a Plausible-compatible service that counts page views in our place. */
  analyticsUrl?: string;
  /** Receives every change of the ID token (R457 to R459, Q65). */
  tokenSyncUrl?: string;
};
