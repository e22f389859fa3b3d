/** A part of a picture, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Frame extends Area {
  /** How long it stays, in milliseconds. */
  readonly ms: number;
}
export function stillOf(file: Buffer): Buffer;
export function animationOf(
  size: { readonly width: number; readonly height: number },
  frames: readonly (Frame & { readonly file: Buffer })[],
): Buffer;
export function describeWebp(file: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  readonly seconds: number;
};
