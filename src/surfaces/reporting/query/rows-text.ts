function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lines of words as one word of an address; no word can break out of its place. */
export const rowsText = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row) => row.map((word) => encodeURIComponent(word)).join(':')).join(';')

/** The same lines again. */
export const rowsIn = (text: string): string[][] =>
  text
    .split(';')
    .filter(Boolean)
    .map((row) => row.split(':').map(decoded))
