const variables = { full: 'FILLED_FOLDER', empty: 'EMPTY_FOLDER' } as const
const variableOf = (isEmpty: boolean) => variables[isEmpty ? 'empty' : 'full']

/** The folder of a completed first start, if any: copying is faster than filling. */
export const filledFolder = (isEmpty: boolean) => process.env[variableOf(isEmpty)]

/** Sets the folder that child processes copy. */
export const setFilledFolder = (isEmpty: boolean, folder: string) => {
  process.env[variableOf(isEmpty)] = folder
}
