const variables = { full: 'FILLED_FOLDER', empty: 'EMPTY_FOLDER' } as const
const variableOf = (isEmpty: boolean) => variables[isEmpty ? 'empty' : 'full']

/** The folder that a first start has filled for all tests, where one has: filling one takes longer than copying it. */
export const filledFolder = (isEmpty: boolean) => process.env[variableOf(isEmpty)]

/** Tells the processes that are started from here on which folder to copy. */
export const setFilledFolder = (isEmpty: boolean, folder: string) => {
  process.env[variableOf(isEmpty)] = folder
}
