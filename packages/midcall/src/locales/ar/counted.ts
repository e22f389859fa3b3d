import { words } from "./words.js";

const { plural, number } = words;

/** The forms of a noun: alone, as a dual, after 3 to 10, after 11 to 99, and after round hundreds. */
interface Noun {
  readonly one: string;
  readonly two: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
}

/** A number with its noun. One and two are said by the noun itself. */
export const counted = (count: number, { one, two, few, many, other }: Noun): string =>
  plural(count, {
    zero: `${number(count)} ${other}`,
    one,
    two,
    few: `${number(count)} ${few}`,
    many: `${number(count)} ${many}`,
    other: `${number(count)} ${other}`,
  });

export const QUESTION: Noun = {
  one: "سؤال واحد",
  two: "سؤالان",
  few: "أسئلة",
  many: "سؤالًا",
  other: "سؤال",
};
export const CHARACTER: Noun = {
  one: "حرف واحد",
  two: "حرفان",
  few: "أحرف",
  many: "حرفًا",
  other: "حرف",
};
export const OPTION: Noun = {
  one: "خيار واحد",
  two: "خياران",
  few: "خيارات",
  many: "خيارًا",
  other: "خيار",
};
export const MINUTE: Noun = {
  one: "دقيقة واحدة",
  two: "دقيقتان",
  few: "دقائق",
  many: "دقيقة",
  other: "دقيقة",
};
export const SECOND: Noun = {
  one: "ثانية واحدة",
  two: "ثانيتان",
  few: "ثوانٍ",
  many: "ثانية",
  other: "ثانية",
};
export const PROBLEM: Noun = {
  one: "مشكلة واحدة",
  two: "مشكلتان",
  few: "مشكلات",
  many: "مشكلة",
  other: "مشكلة",
};
export const VALUE: Noun = {
  one: "قيمة واحدة",
  two: "قيمتان",
  few: "قيم",
  many: "قيمة",
  other: "قيمة",
};
export const RESULT: Noun = {
  one: "نتيجة واحدة",
  two: "نتيجتان",
  few: "نتائج",
  many: "نتيجة",
  other: "نتيجة",
};
