import { asProblem } from '../../../kit/problem.ts'

/** How one row is given back what its fields were. */
interface RowBack<Row, Change> {
  readonly before: Change
  /** The version that the change itself came to. */
  readonly version: number
  readonly isForced: boolean
  readonly write: (before: Change, version: number) => Promise<Row>
  readonly read: () => Promise<Row>
}

/** Gives a row back what its fields were; one that has them already, by a call whose answer was lost, was changed by nobody else. */
export async function rowBack<Row extends { readonly version: number }, Change extends object>(
  back: RowBack<Row, Change>,
): Promise<'undone' | 'changed'> {
  const { before, version, isForced, write, read } = back
  try {
    await write(before, isForced ? (await read()).version : version)
    return 'undone'
  } catch (error) {
    if (asProblem(error).status !== 412 || isForced) throw error
    const now = new Map<string, unknown>(Object.entries(await read()))
    return Object.entries(before).every(([field, value]) => now.get(field) === value) ? 'undone' : 'changed'
  }
}
