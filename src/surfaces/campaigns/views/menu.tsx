import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { useViews } from './use-views.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import type { ServingGate } from '../../../contract/serving/serving.ts'

/** True for URL parameters that belong to a view: filters, sort order, columns and dates. */
const isOfView = (name: string) =>
  name === 'sort' || name === 'columns' || name.startsWith('filter.') || /^(date_range|compare)$|_date$/.test(name)

/** The view's parameters in sorted order, so that equal views have equal strings. */
export function viewQuery(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => isOfView(name)).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(kept).toString()
}

/** Gates that the user can fix. */
const attention: readonly ServingGate[] = [
  ...(['denied', 'over', 'ad_group_status', 'no_entities', 'bid_below_minimum'] as const),
  ...(['no_funds', 'spend_limit', 'insertion_order'] as const),
]

/** The built-in views of the campaign list. */
export const builtInViews = (today: string) => ({
  all: '',
  attention: viewQuery(new URLSearchParams({ 'filter.gate': attention.join(',') })),
  ending: viewQuery(
    new URLSearchParams({ 'filter.status': 'active', 'filter.end_date': `${today}..${addDays(today, 7)}`, sort: 'end_date' }),
  ),
})

const SaveView = lazyIdle(() => import('./save-dialog.tsx'))

interface ViewsMenuProps {
  /** Name of the list. */
  readonly name: string
  /** Needed for the built-in views. */
  readonly today?: string
}

const builtInPrefix = 'own '
const savedPrefix = 'saved '

/** Menu of a list's views: built-in views, saved views, and "Save this view". */
export function ViewsMenu({ name, today }: ViewsMenuProps) {
  const { t, i18n } = useLingui()
  const { query, go, pathname } = usePath()
  const { notify } = useElementContext()
  const { saved, canSave, put, remove } = useViews(name)
  const [isSaving, setSaving] = useState(false)
  const now = viewQuery(query)
  const all: Readonly<Record<string, string>> = today ? builtInViews(today) : { all: '' }
  const words: Readonly<Record<string, string>> = { all: t`All`, attention: t`Needs attention`, ending: t`Ends within a week` }
  const current = saved.find((view) => view.query === now)
  const ownOne = Object.keys(all).find((id) => all[id] === now)
  const items: MenuItem[] = [
    ...Object.keys(all).map((id) => ({ id: builtInPrefix + id, label: words[id] ?? id, isChecked: !current && id === ownOne })),
    ...saved.map((view, index) => ({
      id: savedPrefix + view.name,
      label: view.name,
      isChecked: view === current,
      isParted: index === 0,
    })),
    ...(canSave ? [{ id: 'save', label: t`Save view…`, isParted: true, disabledBecause: current && t`This view is already saved` }] : []),
    ...(current ? [{ id: 'remove', label: t`Delete view “${current.name}”`, isDanger: true }] : []),
  ]
  const show = (to: string) => go(to ? `${pathname}?${to}` : pathname)
  const drop = (gone: string) =>
    remove(gone).catch((error: unknown) =>
      notify({ kind: 'error', title: t`Couldn’t delete the view`, text: problemText(asProblem(error), i18n) }),
    )
  const select = (id: string) => {
    if (id === 'save') setSaving(true)
    else if (id === 'remove') current && void drop(current.name)
    else if (id.startsWith(builtInPrefix)) show(all[id.slice(builtInPrefix.length)] ?? '')
    else show(saved.find((view) => savedPrefix + view.name === id)?.query ?? '')
  }
  const shown = current?.name ?? (ownOne && words[ownOne])
  return (
    <>
      <Menu label={t`Views`} items={items} onSelect={select} className="chip bare views" isWorded>
        {shown ? <b>{shown}</b> : <Trans>Views</Trans>}
        <Icon shape={chevronDown} />
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveView
            taken={saved.map((view) => view.name)}
            onSave={(called) => put({ name: called, query: now })}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}
