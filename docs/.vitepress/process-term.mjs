/**
 * A word as the search sees it, in the index and in what a reader types: without its capitals, and `null` for words that
 * say nothing about a page ("how do I …"), because long pages have all of them.
 *
 * The site carries it as text, so nothing outside of it can be used.
 *
 * @param {string} term
 */
export const processTerm = (term) => {
  const fillers =
    " a about am an and any are as at be been but by can could did do does for from get has have how i if in into is it its " +
    "may me might must my of on or our shall should so than that the their them then there these they this those to " +
    "was we were what when where which who whom why will with would you your ";
  const word = term.toLowerCase();
  return fillers.includes(` ${word} `) ? null : word;
};
