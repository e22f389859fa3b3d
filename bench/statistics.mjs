/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Least squares of `y = a + b·x + c·x²`.
 *
 * @param {number[]} xs
 * @param {number[]} ys
 * @returns {{ a: number, b: number, c: number }}
 */
export function fitQuadratic(xs, ys) {
  const power = (k) => xs.reduce((sum, x) => sum + x ** k, 0);
  const moment = (k) => xs.reduce((sum, x, index) => sum + x ** k * ys[index], 0);
  const rows = [0, 1, 2].map((row) => [power(row), power(row + 1), power(row + 2), moment(row)]);
  for (let pivot = 0; pivot < 3; pivot += 1) {
    for (let row = 0; row < 3; row += 1) {
      if (row === pivot) continue;
      const factor = rows[row][pivot] / rows[pivot][pivot];
      for (let column = pivot; column < 4; column += 1)
        rows[row][column] -= factor * rows[pivot][column];
    }
  }
  const [a, b, c] = rows.map((row, index) => row[3] / row[index]);
  return { a, b, c };
}

/**
 * Least squares of `y = a + b·x`.
 *
 * @param {number[]} xs
 * @param {number[]} ys
 * @returns {{ a: number, b: number }}
 */
export function fitLine(xs, ys) {
  const meanX = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  const covariance = xs.reduce((sum, x, index) => sum + (x - meanX) * (ys[index] - meanY), 0);
  const variance = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const b = covariance / variance;
  return { a: meanY - b * meanX, b };
}
