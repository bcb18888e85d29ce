import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { useMutate } from '../../kit/mutate.ts'
import type { Problem } from '../../kit/problem.ts'
import type { UndoResult } from '../../kit/undo.ts'
import { Timeline } from '../../ui/badge/timeline.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { undo as undoIcon } from '../../ui/icon/control-icons.ts'
import { EmptyState, LoadingSkeleton } from '../../ui/states.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { useClock } from '../time/since.tsx'
import css from './changes.css'
import { ResourceError } from './resource.tsx'
import { Pager, usePageStart } from './pager.tsx'

addStyles(css)

/** One change in a history, as every noun of the contract has it. */
export interface Change {
  readonly at: string
  readonly user: { readonly name: string } | null
  /** The partner's site where it was made. */
  readonly partner: string | null
  readonly fields: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[]
  readonly comment: string | null
  /** The change that undid this one. */
  readonly undone_by: number | null
}

/** What an undo would do. */
interface UndoPreview {
  /** Later changes that it would overwrite, one line each. */
  readonly losses: readonly string[]
  /** Other consequences. */
  readonly warning?: string | undefined
}

/** How the changes of a noun are undone. */
interface ChangesUndo<Row> {
  readonly isOffered: (row: Row) => boolean
  readonly disabledBecause: (row: Row) => string | undefined
  readonly preview: (id: number) => Promise<UndoPreview>
  readonly undo: (id: number, how: { readonly isForced: boolean }) => Promise<UndoResult>
  /** Text of a failed request. */
  readonly textOf?: (problem: Problem) => string
}

/** The history of a noun: where its changes come from and what they are called. */
export interface ChangesOf<Id, Row extends Change> {
  /** Reads one page of the changes of a record, latest first. */
  readonly useChanges: (
    id: Id,
    page: { readonly start: number; readonly count: number },
  ) => {
    readonly data: { readonly changes: readonly Row[]; readonly total: number } | undefined
    readonly error: Problem | undefined
    readonly mutate: () => Promise<unknown>
    readonly isValidating: boolean
  }
  readonly idOf: (row: Row) => number
  /** The words of the current record and user. */
  readonly useWords: () => {
    /** Continues after the name of the user. */
    readonly what: (row: Row) => ReactNode
    readonly labelOf: (field: string) => string
    readonly textOf: (field: string, value: unknown) => string
    /** Shows a value that does not fit on one line; undefined for all others. */
    readonly blockOf?: (field: string, value: unknown) => ReactNode | undefined
  }
  /** Undo for the current record and user. Without it, the history is read-only. */
  readonly useUndo?: () => ChangesUndo<Row>
}

const pageSize = 50

interface FieldsProps<Row extends Change> {
  readonly row: Row
  readonly words: ReturnType<ChangesOf<unknown, Row>['useWords']>
}

/** Old and new value of each field: on one line, or side by side if they are long. */
function ChangedFields<Row extends Change>({ row, words: { labelOf, textOf, blockOf } }: FieldsProps<Row>) {
  const { t } = useLingui()
  // A new record has no old values; dashes in front of all new ones say nothing.
  const isCreation = row.fields.every(({ before }) => before === null || before === undefined)
  return (
    <div className="change-fields">
      {row.fields.map(({ field, before, after }) => {
        const name = labelOf(field)
        const values = [
          { label: t`Before`, value: before },
          { label: t`After`, value: after },
        ].map((side) => ({ ...side, text: textOf(field, side.value), block: blockOf?.(field, side.value) }))
        const [from, to] = values.map(({ text }) => text)
        if (values.every(({ block }) => block === undefined))
          return (
            <p key={field}>
              {isCreation ? (
                <Trans>
                  {name}: <b>{to}</b>
                </Trans>
              ) : (
                <Trans>
                  {name}: <s>{from}</s> → <b>{to}</b>
                </Trans>
              )}
            </p>
          )
        return (
          <div key={field}>
            <p>{name}:</p>
            <div className="change-sides">
              {values.map(({ label, text, block }) => (
                <div key={label}>
                  <small className="quiet">{label}</small>
                  {block ?? text}
                </div>
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** Undoes a change. If a later change would be lost, a dialog lists it and asks first. */
function useUndoWithPrompt<Row>(history: ChangesUndo<Row> | undefined) {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { showError } = useMutate()
  const { confirm, question } = useConfirm()
  const [busy, setBusy] = useState<number>()
  const undoChange = async (id: number, { preview, undo }: ChangesUndo<Row>) => {
    const { losses, warning } = await preview(id)
    const isForced = losses.length > 0
    const text = [
      ...(isForced ? [t`Another user has changed the same fields since. Undoing also undoes their changes.`] : []),
      ...(warning === undefined ? [] : [warning]),
    ].join(' ')
    const label = isForced ? t`Undo anyway` : t`Undo`
    const isYes = text === '' || (await confirm({ heading: t`Undo an earlier change?`, text, label, ...(isForced && { losses }) }))
    if (!isYes) return
    const result = await undo(id, { isForced })
    if (result === 'undone') return notify({ kind: 'success', title: t`Undone` })
    const reason = result === 'changed' ? t`Another user changed it after you. Nothing was undone.` : result.refused
    notify({ kind: 'error', title: t`Couldn’t undo`, text: reason })
  }
  const start = async (id: number) => {
    if (!history) return
    setBusy(id)
    await undoChange(id, history).catch(showError(t`Couldn’t undo`, history.textOf))
    setBusy(undefined)
  }
  return { start, busy, question }
}

interface RowsProps<Id, Row extends Change> {
  readonly of: ChangesOf<Id, Row>
  readonly rows: readonly Row[]
  readonly zone: string
  readonly history: ChangesUndo<Row> | undefined
}

function Rows<Id, Row extends Change>({ of, rows, zone, history }: RowsProps<Id, Row>) {
  const { t } = useLingui()
  const clock = useClock()
  const words = of.useWords()
  const { start, busy, question } = useUndoWithPrompt(history)
  const items = rows.map((row) => {
    const id = of.idOf(row)
    const { user, partner, undone_by, comment } = row
    return {
      id: String(id),
      who: user?.name ?? partner ?? t`System`,
      what: (
        <>
          {words.what(row)}
          {undone_by !== null && <span className="quiet"> · {t`undone`}</span>}
        </>
      ),
      moment: row.at,
      note: (
        <>
          <ChangedFields row={row} words={words} />
          {comment && <q>{comment}</q>}
          {undone_by === null && history?.isOffered(row) && (
            <Button
              kind="plain"
              icon={undoIcon}
              isBusy={busy === id}
              disabledBecause={history.disabledBecause(row)}
              onPress={() => void start(id)}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </>
      ),
    }
  })
  return (
    <>
      {question}
      <Timeline items={items} zone={zone} now={clock} />
    </>
  )
}

const noUndo = () => undefined

interface ChangesProps<Id, Row extends Change> {
  /** The noun; always the same object. */
  readonly of: ChangesOf<Id, Row>
  readonly id: Id
  /** Time zone of the moments. */
  readonly zone: string
}

/** The history of a record with undo, latest change first; its page is in the URL. */
export function Changes<Id, Row extends Change>({ of, id, zone }: ChangesProps<Id, Row>) {
  const { t } = useLingui()
  const start = usePageStart('changes')
  const { data, error, mutate, isValidating } = of.useChanges(id, { start, count: pageSize })
  const history = (of.useUndo ?? noUndo)()
  if (error && !data)
    return <ResourceError problem={error} onRetry={() => void mutate()} brokenHeading={<Trans>Couldn’t load the history</Trans>} />
  if (!data) return <LoadingSkeleton height={240} />
  if (data.total === 0)
    return <EmptyState heading={<Trans>No changes yet</Trans>} text={<Trans>Changes appear here with the person who made them.</Trans>} />
  return (
    <div className="detail-tab" aria-busy={isValidating}>
      <Rows of={of} rows={data.changes} zone={zone} history={history} />
      <Pager label={t`Changes`} name="changes" size={pageSize} total={data.total} />
    </div>
  )
}
