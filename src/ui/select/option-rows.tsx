import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { check } from '../icon/icons.ts'
import type { ShownOptions, Option } from './option.ts'
import { type Row, rowHeight, rowOf, rowSlots, scrollTo, sectionsOf, visibleRange } from './rows.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

interface RowsProps {
  readonly id: string
  readonly label: string
  readonly choices: ShownOptions
  readonly active: number
  readonly isMulti: boolean
  readonly isChosen: (option: Option) => boolean
  readonly onActive: (index: number) => void
  readonly onChoose: (option: Option) => void
}

/** Id of an option's row, for aria-activedescendant. */
export const rowId = (listId: string, index: number) => `${listId}-${index}`

const under = (heading: string | undefined) => (heading === undefined ? { role: 'presentation' } : { role: 'group', 'aria-label': heading })
const at = (row: number) => ({ insetBlockStart: row * rowHeight })

interface OptionRowProps extends Pick<RowsProps, 'id' | 'choices' | 'isMulti' | 'isChosen' | 'onActive' | 'onChoose'> {
  readonly row: Row
  readonly isActive: boolean
}

function OptionRow({ row, id, choices, isActive, isMulti, isChosen, onActive, onChoose }: OptionRowProps) {
  const option = choices.at(row.index)
  if (!option)
    return (
      <div role="presentation" className="choose-row" style={at(row.row)}>
        <span className="skeleton-block grow" />
      </div>
    )
  const { label, note, disabledBecause } = option
  const isOn = isChosen(option)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys; aria-activedescendant names this row
    <div
      role="option"
      id={rowId(id, row.index)}
      className={`choose-row${isActive ? ' active' : ''}`}
      style={at(row.row)}
      tabIndex={-1}
      aria-selected={isOn}
      aria-disabled={disabledBecause !== undefined}
      aria-setsize={choices.total}
      aria-posinset={row.index + 1}
      onPointerMove={() => !isActive && onActive(row.index)}
      onClick={() => onChoose(option)}
    >
      {isMulti && <span className="choose-tick">{isOn && <Icon shape={check} />}</span>}
      <span className="name" {...tooltip(label)}>
        {label}
      </span>
      <small {...tooltip(disabledBecause ?? note)}>{disabledBecause ?? note}</small>
      {!isMulti && isOn && <Icon shape={check} />}
    </div>
  )
}

/** The visible options of a list of any length. */
export function OptionRows(props: RowsProps) {
  const { id, label, choices, active, isMulti } = props
  const { groups, see, total, search } = choices
  const list = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const rowCount = total + groups.length
  const visible = visibleRange(scrollTop, rowCount)
  const from = visible.from
  const to = visible.to
  useLayoutEffect(() => {
    const node = list.current
    if (!node) return
    const row = rowOf(active, groups)
    // Scroll to the top, so that the heading above the first option is visible too.
    node.scrollTop = scrollTo(active === 0 ? 0 : row, node.scrollTop, node.clientHeight)
    setScrollTop(node.scrollTop)
  }, [active, groups])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search puts other options into the same rows
  useLayoutEffect(() => see(from, to), [from, to, search])
  return (
    <div
      ref={list}
      id={id}
      className="choose-rows"
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={isMulti || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ blockSize: rowCount * rowHeight }}>
        {sectionsOf(visible, groups).map((section) => (
          <div key={section.label ?? ''} {...under(section.label)}>
            {section.rows.map((row) =>
              row.heading ? (
                <div key={row.row % rowSlots} className="choose-row heading" style={at(row.row)} aria-hidden="true">
                  {row.heading}
                </div>
              ) : (
                <OptionRow key={row.row % rowSlots} {...props} row={row} isActive={row.index === active} />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
