import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, Suspense, useId } from 'react'
import { Button } from '../button.tsx'
import { reload } from '../icon/icons.ts'
import { lazyIdle } from '../lazy-idle.ts'
import { ErrorState } from '../states.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './grid.css'
import cellsCss from './cells.css'
import edgeCss from './edge.css'
import type { default as Message, MoreCards as More } from './grid-message.tsx'
import { GridHead, GridTotalsRow } from './head.tsx'
import { groupRole } from './roles.ts'
import { GridRow } from './row.tsx'
import { selectedCount, isSelected } from './selection.ts'
import { GridToolbar } from './toolbar.tsx'
import { type GridProps, type GridState, type PartProps, useGrid } from './use-grid.ts'
import { useGridHandlers } from './use-grid-handlers.ts'
import { headHeight } from './use-visible-rows.ts'

addStyles(css)
addStyles(cellsCss)
addStyles(edgeCss)

const SelectionBar = lazyIdle(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))

const MoreCards = lazyIdle(async () => ({ default: (await import('./grid-message.tsx')).MoreCards })) as typeof More // lazy loses the row type
const GridMessage = lazyIdle(() => import('./grid-message.tsx')) as typeof Message // lazy loses the row type

/** Number of skeleton rows while loading. */
const skeletonRows = 8

/** Indexes of the visible rows, plus the current row if it is outside the viewport. */
function rowsToDraw<Row>({ viewport, drawn: total, position, rows }: GridState<Row>): number[] {
  if (rows.total === undefined) return Array.from({ length: skeletonRows }, (_, index) => index)
  const indexes = Array.from(
    { length: Math.max(0, Math.min(viewport.last, total - 1) - viewport.first + 1) },
    (_, index) => viewport.first + index,
  )
  if (position.row < 0 || position.row >= total || (position.row >= viewport.first && position.row <= viewport.last)) return indexes
  return position.row < viewport.first ? [position.row, ...indexes] : [...indexes, position.row]
}

function Head<Row>({ grid, props, describedBy }: PartProps<Row> & { describedBy: string }) {
  const { t } = useLingui()
  const { columns, position, shape, rows, total, selection, format } = grid
  const at = (row: number) => (position.row === row ? position.column : -1)
  const selected = selectedCount(selection.selection, total)
  const picked = selected === 0 ? 'none' : selected === total ? 'all' : 'some'
  return (
    <div {...groupRole} className="grid-top">
      <GridHead
        columns={columns.shown}
        headRows={grid.headRows}
        sort={props.query.sort}
        at={at(shape.head)}
        describedBy={describedBy}
        picked={props.noSelection ? undefined : (props.choice?.picked ?? picked)}
        onResize={columns.resize}
      />
      {rows.totals && !grid.isCards && (
        <GridTotalsRow
          columns={columns.shown}
          totals={rows.totals}
          label={t`Total`}
          at={at(-1)}
          format={format}
          hasPick={!props.noSelection}
        />
      )}
    </div>
  )
}

function Body<Row>({ grid, props }: PartProps<Row>) {
  const { rows, columns, position, isEditing, edits, selection, format, callbacks, headRows, drawn, rowHeight } = grid
  const height = (rows.total === undefined ? skeletonRows : drawn) * rowHeight
  return (
    <div {...groupRole} className={`grid-body ${rows.isOld ? 'old' : ''}`} style={{ height }}>
      {rowsToDraw(grid).map((index) => {
        const row = rows.windows.row(index)
        const id = row === undefined ? undefined : props.rowId(row)
        const isPicked = row !== undefined && (props.choice?.isChosen(row) ?? isSelected(selection.selection, props.rowId(row)))
        return (
          <GridRow
            key={index}
            index={index}
            headRows={headRows}
            top={index * rowHeight}
            row={row}
            columns={columns.shown}
            parts={columns.parts}
            format={format}
            at={position.row === index ? position.column : -1}
            isEditing={isEditing && position.row === index}
            changes={id === undefined ? undefined : edits.of(id)}
            isSelected={props.noSelection ? undefined : isPicked}
            callbacks={callbacks}
          />
        )
      })}
    </div>
  )
}

/** Why the rows, or some of them, are missing. Not loaded lazily: an outage would affect that request, too. */
function GridError<Row>({ grid: { rows }, props }: PartProps<Row>) {
  const { t } = useLingui()
  const { reason, requestId } = props.errorDetailsOf?.(rows.error) ?? { reason: t`No changes made.`, requestId: undefined }
  if (rows.total === undefined)
    return <ErrorState heading={<Trans>Couldn’t load rows</Trans>} reason={reason} requestId={requestId} onRetry={rows.retry} />
  return (
    <div className="grid-note" role="alert">
      <Trans>Some rows couldn’t be loaded.</Trans> {reason}
      <Button kind="plain" icon={reload} onPress={rows.retry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

/** Data grid with sorting, filters, windowed loading, keyboard navigation, selection and inline editing. */
export function Grid<Row>(props: GridProps<Row>) {
  const { t } = useLingui()
  const grid = useGrid(props)
  const handlers = useGridHandlers(grid, props)
  const help = useId()
  const { scroller, columns, viewport, rows, total, headRows, selection, format, announcement } = grid
  const selected = selectedCount(selection.selection, total)
  const style = {
    '--grid-tracks': columns.tracks,
    '--grid-row': `${grid.rowHeight}px`,
    maxHeight: grid.maxHeight,
    scrollPaddingBlock: `${headRows * headHeight}px ${selected > 0 ? 64 : 0}px`,
    scrollPaddingInlineStart: `min(${columns.widths[0] ?? 0}px, 50cqi)`,
  } as CSSProperties // CSSProperties has no custom properties
  const role = {
    role: props.rowState ? 'treegrid' : 'grid',
    'aria-label': props.label,
    'aria-rowcount': rows.total === undefined ? -1 : total + headRows,
    'aria-colcount': columns.shown.length,
    'aria-multiselectable': !props.noSelection,
    'aria-busy': rows.isRequesting,
  }
  return (
    <div className="grid">
      <GridToolbar
        columns={props.columns}
        query={props.query}
        onQuery={props.onQuery}
        preferences={props.preferences}
        onPreferences={props.onPreferences}
        format={format}
        total={rows.total}
        onAnnounce={grid.announce}
        toolbarStart={props.toolbarStart}
        tools={props.tools}
      />
      {props.summary}
      <div className={`grid-frame ${selected > 0 ? 'with-bar' : ''}`}>
        <div
          ref={scroller}
          {...role}
          className={`grid-scroller ${grid.isCards ? 'cards' : ''} ${props.density ?? ''}`}
          style={style}
          onScroll={viewport.onScroll}
          {...handlers}
        >
          <div className="grid-canvas">
            <Head grid={grid} props={props} describedBy={help} />
            {(rows.total !== undefined || rows.error === undefined) && <Body grid={grid} props={props} />}
          </div>
        </div>
        {grid.drawn < total && (
          <Suspense>
            <MoreCards grid={grid} />
          </Suspense>
        )}
        {rows.error !== undefined && <GridError grid={grid} props={props} />}
        {rows.error === undefined && rows.total === 0 && (
          <Suspense>
            <GridMessage grid={grid} props={props} />
          </Suspense>
        )}
        {selected > 0 && (
          <Suspense>
            <SelectionBar
              selected={selected}
              total={total}
              isReading={selection.isReading}
              locale={format.locale}
              onAll={selection.all}
              onClear={selection.clear}
            >
              {props.selectionTools?.(selection.selection, selection.clear, selection.replace)}
            </SelectionBar>
          </Suspense>
        )}
      </div>
      <span id={help} hidden>
        {t`Press Enter to sort, Shift+Enter to add a sort level, Shift+arrow keys to resize the column.`}
      </span>
      <span className="unseen" role="status">
        {announcement}
      </span>
    </div>
  )
}
