/** What a picture shows: an arrow between two lanes, or a note at one. */
export interface PictureRow {
  readonly from?: string;
  readonly to?: string;
  readonly at?: string;
  readonly text: string;
  readonly small?: string;
}

export interface Picture {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly lanes: readonly string[];
  readonly rows: readonly PictureRow[];
}

export const pictures: readonly Picture[];
