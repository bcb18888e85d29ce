/** What names a chosen thing, wherever its list is. */
export interface Chosen {
  readonly id: string | number
  readonly label: string
}

/** One thing to choose. */
export interface Option extends Chosen {
  /** A second word at the end of its row. */
  readonly note?: string | undefined
  /** The heading that it stands under; in a list only, since pages know no headings. */
  readonly group?: string | undefined
  /** Why it cannot be chosen now. */
  readonly disabledBecause?: string | undefined
}

/** What is asked of somebody who has more options than one wants to fetch. */
export interface Question {
  readonly search: string
  readonly start: number
  readonly count: number
  readonly signal: AbortSignal
}
export interface Answer {
  readonly options: readonly Option[]
  /** How many match in all. */
  readonly total: number
}
export type Ask = (question: Question) => Promise<Answer>

/** All of them, or somebody who answers page by page. */
export type Options = readonly Option[] | Ask

export const isAsked = (options: Options): options is Ask => typeof options === 'function'

/** How long typing must rest before it is searched for, as the specification has it. */
export const searchWaitMs = { list: 500, asked: 100 } as const

/** What a menu shows of its options at the moment. */
export interface Choices {
  /** The search that this answers. */
  readonly search: string
  readonly total: number
  readonly groups: readonly Group[]
  readonly at: (index: number) => Option | undefined
  /** Nothing has come yet that could be shown. */
  readonly isWaiting: boolean
  readonly hasFailed: boolean
  /** Says which options are in sight, so that they are asked for. */
  readonly see: (from: number, to: number) => void
  readonly retry: () => void
  readonly all: (signal: AbortSignal) => Promise<readonly Option[]>
}

/** A heading, and the first option under it. */
export interface Group {
  readonly label: string
  readonly first: number
}
