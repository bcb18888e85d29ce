/** The types of fields that one can search, by the specification's ids. */
export const searchFieldTypes = { Text: 1, Numeric: 2, Date: 3, Keyword: 4, Integer: 5 } as const
export type SearchFieldType = keyof typeof searchFieldTypes
/** Tried in this order when ids are pasted or uploaded. */
export const delimiters = ['\n', '\t', ';', '|', ','] as const
