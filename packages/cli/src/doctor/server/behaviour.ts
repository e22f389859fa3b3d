/** How a user, or the host for the user, behaves when a server asks. */
export type Behaviour =
  | "accept"
  | "decline"
  | "cancel"
  | "silence"
  | "invalid"
  | "late"
  | "duplicate";

/** Every behaviour in the order in which they are tried: the others are compared with the accepted call. */
export const BEHAVIOURS: readonly Behaviour[] = [
  "accept",
  "decline",
  "cancel",
  "silence",
  "invalid",
  "late",
  "duplicate",
];

/** What each behaviour does, for the help and for findings. */
export const ABOUT: Readonly<Record<Behaviour, string>> = {
  accept: "the user accepts, with the defaults and values that the schema allows",
  decline: "the user declines every question",
  cancel: "the user closes every question without choosing",
  silence: "the user never answers, and the host gives the call up",
  invalid: "the user accepts with a value that the schema forbids, and declines if asked again",
  late: "the user accepts after the host has given the call up",
  duplicate: "the user accepts, and the answer arrives twice",
};
