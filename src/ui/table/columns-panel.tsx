import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { orderedColumns, type ColumnPreference, withColumnPreference } from './column-choice.ts'
import { moveColumn, reorderPeersOf, withRemovedColumns } from './column-moves.ts'
import { type ColumnInfo, headerOf } from './column.ts'
import { grip } from './icons.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'
import { addStyles } from '../theme/styles.ts'
import css from './panels.css'

addStyles(css)

interface ColumnsPanelProps {
  readonly columns: readonly ColumnInfo[]
  readonly preferences: readonly ColumnPreference[]
  readonly onPreferences: (preferences: readonly ColumnPreference[]) => void
  readonly onAnnounce: (text: string) => void
}

interface LineProps {
  readonly column: ColumnInfo
  readonly choice: ColumnPreference
  /** The first column cannot be hidden. */
  readonly isFirst: boolean
  readonly isMovable: boolean
  readonly onShown: (isShown: boolean) => void
  readonly onStep: (by: number) => void
  /** Called with the pointer's y position in the viewport while the grip is dragged. */
  readonly onDrag: (y: number) => void
}

function Line({ column, choice, isFirst, isMovable, onShown, onStep, onDrag }: LineProps) {
  const { t } = useLingui()
  const header = headerOf(column)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => event.currentTarget.setPointerCapture(event.pointerId)
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientY)
  }
  return (
    <li data-key={column.key}>
      <label className="grid-choice">
        <input type="checkbox" checked={choice.isShown} disabled={isFirst} onChange={(event) => onShown(event.currentTarget.checked)} />
        {header}
      </label>
      {isMovable && (
        <button
          type="button"
          className="grip"
          aria-label={t`Move ${header}`}
          {...describedTooltip(t`Drag or use the arrow keys`)}
          onKeyDown={onKeyDown}
          onPointerDown={grab}
          onPointerMove={drag}
        >
          <Icon shape={grip} />
        </button>
      )}
    </li>
  )
}

/** Panel to show, hide and reorder columns. Columns removed while the panel is open stay in the list, unchecked. */
export function ColumnsPanel({ columns: allColumns, preferences, onPreferences, onAnnounce }: ColumnsPanelProps) {
  const { t } = useLingui()
  const [searchText, setSearchText] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const listed = useRef(allColumns)
  const columns = withRemovedColumns(allColumns, listed.current)
  listed.current = columns
  const list = orderedColumns(columns, preferences).map((choice) =>
    allColumns.some(({ key }) => key === choice.key) ? choice : { ...choice, isShown: false },
  )
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const isSought = (column: ColumnInfo) => headerOf(column).toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase())

  const peersIn = (key: string) => {
    // Removed columns cannot be moved.
    const peers = reorderPeersOf(allColumns, key)
    return list.flatMap((choice) => (peers.includes(choice.key) ? choice.key : []))
  }
  const moveTo = (column: ColumnInfo, to: number) => {
    const next = moveColumn(list, peersIn(column.key), column.key, to)
    const position = next.findIndex(({ key }) => key === column.key) + 1
    if (position === list.findIndex(({ key }) => key === column.key) + 1) return
    onPreferences(next)
    onAnnounce(t`${headerOf(column)}: position ${position} of ${next.length}`)
  }
  const dragTo = (column: ColumnInfo, y: number) => {
    const over = [...(panel.current?.querySelectorAll('li') ?? [])].find((line) => {
      const { top, bottom } = line.getBoundingClientRect()
      return y >= top && y < bottom
    })
    const to = peersIn(column.key).indexOf(over?.dataset.key ?? '')
    if (to >= 0) moveTo(column, to)
  }
  return (
    <div ref={panel} className="grid-panel">
      <input
        type="search"
        aria-label={t`Search columns`}
        placeholder={t`Search columns`}
        value={searchText}
        onChange={(event) => setSearchText(event.currentTarget.value)}
      />
      <ul>
        {list.map((choice, index) => {
          const column = byKey.get(choice.key)
          if (!column || !isSought(column)) return null
          const peers = peersIn(choice.key)
          return (
            <Line
              key={choice.key}
              column={column}
              choice={choice}
              isFirst={index === 0}
              isMovable={peers.length > 1}
              onShown={(isShown) => onPreferences(withColumnPreference(list, choice.key, { isShown }))}
              onStep={(by) => moveTo(column, peers.indexOf(choice.key) + by)}
              onDrag={(y) => dragTo(column, y)}
            />
          )
        })}
      </ul>
      <Button kind="plain" onPress={() => onPreferences([])}>
        <Trans>Reset columns</Trans>
      </Button>
    </div>
  )
}
