import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { changesReport, RecordChange, RecordChangeKind } from '../../contract/changes/changes.ts'
import type { Call } from '../../contract/endpoint.ts'
import { useRead } from '../../kit/cache.tsx'
import { count, missingValue } from '../../ui/format/format.ts'
import type { ChangesOf } from './changes.tsx'

type HistoryEndpoint = ReturnType<typeof changesReport>
type PathOf<E> = Call<E> extends { readonly path: infer P } ? P : never

interface RecordWords {
  /** What the user did, by the kind of the change; follows their name, so each text starts with a verb. */
  readonly kinds: Partial<Readonly<Record<RecordChangeKind, MessageDescriptor>>>
  /** Other words for a change, such as one of a part of the record. */
  readonly kindOf?: (row: RecordChange) => MessageDescriptor | undefined
  readonly fields?: Readonly<Record<string, MessageDescriptor>>
  /** The label of a field that is not in `fields`. */
  readonly labelOf?: (field: string, i18n: I18n) => string
  /** The text of a value that is shown in its own way, such as an amount; undefined for all others. */
  readonly useText?: () => (field: string, value: unknown) => string | undefined
  /** The fields of a change to show; all of them by default. */
  readonly useFields?: () => (row: RecordChange) => RecordChange['fields']
  readonly useUndo?: NonNullable<ChangesOf<unknown, RecordChange>['useUndo']>
}

const noText = () => undefined
const allFields = ({ fields }: RecordChange) => fields

/** A value as one line of text. */
function valueText(value: unknown, i18n: I18n): string {
  if (value === null || value === undefined || value === '') return missingValue
  if (Array.isArray(value)) return value.length > 0 ? new Intl.ListFormat(i18n.locale).format(value.map(String)) : missingValue
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`)
  return typeof value === 'number' ? count(value, i18n.locale) : String(value)
}

/** The history of a noun with an endpoint made by `changesReport`, for `Changes`. Make it once per noun. */
export function recordHistory<E extends HistoryEndpoint>(endpoint: E, words: RecordWords): ChangesOf<PathOf<E>, RecordChange> {
  const { kinds, kindOf, fields = {}, labelOf, useText = () => noText, useFields = () => allFields, useUndo } = words
  return {
    useChanges: (path, pagination) => {
      const call = { path, body: { pagination } } as unknown as Call<E> // PathOf is the path of this call
      const { data: reply, error, mutate, isValidating } = useRead(endpoint, call, { keepPreviousData: true })
      const data = reply as { changes: RecordChange[]; total: number } | undefined // the result of HistoryEndpoint
      const fieldsOf = useFields()
      return {
        data: data && { ...data, changes: data.changes.map((row) => ({ ...row, fields: fieldsOf(row) })) },
        error,
        mutate,
        isValidating,
      }
    },
    idOf: ({ change_id }) => change_id,
    useWords: () => {
      const { i18n } = useLingui()
      const textOf = useText()
      return {
        what: (row) => i18n._(kindOf?.(row) ?? kinds[row.kind] ?? msg`made changes`),
        labelOf: (field) => {
          const label = fields[field]
          return label ? i18n._(label) : (labelOf?.(field, i18n) ?? field)
        },
        textOf: (field, value) => textOf(field, value) ?? valueText(value, i18n),
      }
    },
    ...(useUndo && { useUndo }),
  }
}
