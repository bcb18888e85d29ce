/** Id and label of a selected option, independent of the loaded options. */
export interface SelectedOption {
  readonly id: string | number
  readonly label: string
}

export interface Option extends SelectedOption {
  /** Secondary text at the end of the row. */
  readonly note?: string | undefined
  /** Heading of the option; only for lists, because paged options have no headings. */
  readonly group?: string | undefined
  /** The reason why the option is disabled. */
  readonly disabledBecause?: string | undefined
}

/** Request for one page of options. */
export interface OptionRequest {
  readonly search: string
  readonly start: number
  readonly count: number
  readonly signal: AbortSignal
}
export interface OptionResponse {
  readonly options: readonly Option[]
  /** Number of matching options. */
  readonly total: number
}
export type OptionLoader = (request: OptionRequest) => Promise<OptionResponse>

/** All options, or a function that loads pages. */
export type Options = readonly Option[] | OptionLoader

export const isPaged = (options: Options): options is OptionLoader => typeof options === 'function'

/** Debounce of the search in milliseconds, per the specification. */
export const searchWaitMs = { list: 500, remote: 100 } as const

/** The options that a menu shows at the moment. */
export interface ShownOptions {
  /** The search that these options belong to. */
  readonly search: string
  readonly total: number
  readonly groups: readonly Group[]
  readonly at: (index: number) => Option | undefined
  /** Nothing is loaded yet. */
  readonly isWaiting: boolean
  readonly hasFailed: boolean
  /** Reports the visible range, so that its pages are loaded. */
  readonly see: (from: number, to: number) => void
  readonly retry: () => void
  readonly all: (signal: AbortSignal) => Promise<readonly Option[]>
}

/** A heading, and the index of its first option. */
export interface Group {
  readonly label: string
  readonly first: number
}
