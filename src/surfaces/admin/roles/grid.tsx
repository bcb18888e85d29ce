import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { hasPermission } from '../../../contract/access/permissions.ts'
import type { Role } from '../../../contract/access/role-endpoints.ts'
import { usePath } from '../../../kit/path.ts'
import type { FormOf } from '../../../parts/resource/form.tsx'
import { DebouncedSearch } from '../../../parts/resource/list.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import css from './grid.css'
import { type RoleValues, wordOf } from './save.ts'
import { actionName, areaAbout, areaName, commonActions, explanationOf, permissionName } from './words.ts'

addStyles(css)

type Word = ReturnType<typeof wordOf>

interface AreaRow {
  readonly area: string
  readonly name: string
  readonly about: string | undefined
  readonly actions: readonly string[]
}

const isCommon = (action: string) => commonActions.some((one) => one === action)

/** The areas with their permissions, sorted by name. A row matches the search by its name, its explanation or a permission. */
function useAreaRows({ activities }: Role, search: string): readonly AreaRow[] {
  const { i18n } = useLingui()
  const rows = activities.map(({ name: area, permissions }) => ({
    area,
    name: areaName(area, i18n),
    about: areaAbout(area, i18n),
    actions: permissions.map(({ name }) => name),
  }))
  const needle = search.trim().toLocaleLowerCase(i18n.locale)
  const textOf = ({ area, name, about, actions }: AreaRow) =>
    [name, about, ...actions.flatMap((action) => [actionName(action, i18n), explanationOf(wordOf(area, action), i18n)])].join(' ')
  return rows
    .filter((row) => textOf(row).toLocaleLowerCase(i18n.locale).includes(needle))
    .toSorted((left, right) => left.name.localeCompare(right.name, i18n.locale))
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

const columnOf = (input: HTMLElement) => input.closest('td, th')?.getAttribute('aria-colindex') ?? ''
const distance = (left: HTMLElement, right: HTMLElement) => Math.abs(Number(columnOf(left)) - Number(columnOf(right)))

/** The control that an arrow key leads to: the next one of the row, or the one of the next row in the nearest column. */
function neighbour(table: HTMLTableElement, input: HTMLInputElement, [down, right]: readonly [number, number]) {
  const rows = [...table.rows].map((row) => [...row.querySelectorAll('input')]).filter((inputs) => inputs.length > 0)
  const at = rows.findIndex((inputs) => inputs.includes(input))
  const row = rows[at] ?? []
  if (right !== 0) return row[row.indexOf(input) + right]
  return rows[at + down]?.toSorted((one, other) => distance(one, input) - distance(other, input))[0]
}

/** One tab stop for the whole grid; arrow keys move inside it. */
function useArrowKeys() {
  const table = useRef<HTMLTableElement>(null)
  const current = useRef<HTMLElement>(undefined)
  const mark = () => {
    const inputs = [...(table.current?.querySelectorAll('input') ?? [])]
    const stop = inputs.find((one) => one === current.current) ?? inputs[0]
    for (const input of inputs) input.tabIndex = input === stop ? 0 : -1
  }
  useLayoutEffect(mark)
  return {
    ref: table,
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      if (target instanceof HTMLInputElement) current.current = target
      mark()
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const step = arrows[event.key]
      if (!step || !(event.target instanceof HTMLInputElement)) return
      const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
      const next = neighbour(event.currentTarget, event.target, isRightToLeft ? [step[0], -step[1]] : step)
      event.preventDefault()
      next?.focus()
    },
  }
}

interface PermissionGridProps {
  readonly role: Role
  readonly form: FormOf<RoleValues>
  /** The element hides every action that writes. */
  readonly isReadonly: boolean
  /** Why no permission can be changed, and the id of the text that says so. */
  readonly fixed?: { readonly reason: string; readonly noteId: string } | undefined
}

/** The permissions of a role: a row for each area, with the actions that it has. */
export function PermissionGrid({ role, form, isReadonly, fixed }: PermissionGridProps) {
  const { t, i18n } = useLingui()
  const { query, setQuery } = usePath()
  const viewer = useViewer()
  const lockedId = useId()
  const search = query.get('find') ?? ''
  const rows = useAreaRows(role, search)
  const keys = useArrowKeys()
  const held = viewer.state === 'known' ? viewer.access.permissions : {}
  // Registers all fields, also those that the search hides, so that the review can name them.
  const fields = new Map(
    role.activities.flatMap(({ name, permissions }) =>
      permissions.map((one) => {
        const word = wordOf(name, one.name)
        return [word, form.field(word, permissionName(word, i18n))] as const
      }),
    ),
  )
  /** A permission that the user lacks can be taken away, but not given. */
  const isLocked = (word: Word) => form.base[word] !== true && form.values[word] !== true && !hasPermission(held, word)
  const isChangeable = (word: Word) => !isReadonly && !fixed && !isLocked(word)
  const locked = [...fields.keys()].some((word) => isLocked(word))
  /** Why a checkbox is disabled; the text is once on the page. */
  const reasonOf = (isWithout: boolean) => {
    if (isReadonly) return {}
    if (fixed) return { disabledBecause: fixed.reason, noteId: fixed.noteId }
    return isWithout ? { disabledBecause: t`You don’t have this permission, so you can’t give it`, noteId: lockedId } : {}
  }
  const wordsIn = (of: (action: string) => boolean, among: readonly AreaRow[] = rows) =>
    among.flatMap(({ area, actions }) => actions.filter(of).map((action) => wordOf(area, action)))
  /** A checkbox for several permissions: checked if all of them are, mixed if some are. */
  const selectAll = (label: string, words: readonly Word[], context: string) => {
    const chosen = words.filter((word) => form.values[word] === true)
    const open = words.filter(isChangeable)
    const isAll = words.length > 0 && chosen.length === words.length
    const toggle = () => {
      const next = open.some((word) => form.values[word] !== true)
      for (const word of open) form.set(word, next)
    }
    return (
      <Checkbox
        label={label}
        context={context}
        value={isAll}
        isMixed={chosen.length > 0 && !isAll}
        onChange={toggle}
        isReadonly={isReadonly}
        {...reasonOf(open.length === 0)}
      />
    )
  }
  const cell = (area: string, action: string) => {
    const word = wordOf(area, action)
    const field = fields.get(word)
    return (
      field && (
        <Checkbox
          key={action}
          {...field}
          value={field.value === true}
          label={actionName(action, i18n)}
          context={areaName(area, i18n)}
          help={explanationOf(word, i18n)}
          isReadonly={isReadonly}
          {...reasonOf(isLocked(word))}
        />
      )
    )
  }
  return (
    <section className="detail-part" aria-labelledby={`${lockedId}-heading`}>
      <h3 id={`${lockedId}-heading`}>
        <Trans>Permissions</Trans>
      </h3>
      <div className="role-search">
        <DebouncedSearch
          label={t`Search permissions`}
          value={search}
          onSearch={(words) => setQuery({ find: words === '' ? undefined : words })}
        />
      </div>
      {!isReadonly && !fixed && locked && (
        <p id={lockedId} className="quiet">
          <Trans>Permissions that you don’t have are disabled: you can’t give them.</Trans>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState heading={<Trans>No permission matches</Trans>} text={<Trans>Try another word.</Trans>} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid whose cells are checkboxes is a table
        <table role="grid" className="admin-table role-grid" aria-label={t`Permissions`} {...keys}>
          <thead>
            <tr>
              <th scope="col" aria-colindex={1}>
                <Trans>Area</Trans>
              </th>
              {commonActions.map((action, index) => (
                <th key={action} scope="col" aria-colindex={index + 2}>
                  {selectAll(
                    actionName(action, i18n),
                    wordsIn((one) => one === action),
                    t`All areas`,
                  )}
                </th>
              ))}
              <th scope="col" aria-colindex={6}>
                {selectAll(
                  t`Other`,
                  wordsIn((action) => !isCommon(action)),
                  t`All areas`,
                )}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.area}>
                <th scope="row" aria-colindex={1}>
                  {selectAll(
                    row.name,
                    wordsIn(() => true, [row]),
                    t`All permissions`,
                  )}
                  {row.about !== undefined && <p className="quiet role-about">{row.about}</p>}
                </th>
                {commonActions.map((action, index) => (
                  <td key={action} aria-colindex={index + 2}>
                    {row.actions.includes(action) && cell(row.area, action)}
                  </td>
                ))}
                <td aria-colindex={6}>{row.actions.filter((action) => !isCommon(action)).map((action) => cell(row.area, action))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
