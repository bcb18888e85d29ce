import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { usePath } from '../../../kit/path.ts'
import { Problem } from '../../../kit/problem.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { viewQuery } from '../table-query.ts'
import { type SavedView, userSettings, maxSavedViews } from '../../../contract/users/settings.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useViewer } from '../../scope/viewer.tsx'

const SaveView = lazyIdle(() => import('./save-dialog.tsx'))

/** A view that the list offers to every user. */
export interface BuiltInView {
  readonly id: string
  readonly label: string
  readonly query: string
}

export interface ViewsMenuProps {
  /** Name of the list. */
  readonly name: string
  readonly builtIn?: readonly BuiltInView[]
  /** Renders the number of rows of a built-in view. */
  readonly renderCount?: (view: BuiltInView) => ReactNode
}

const builtInPrefix = 'own '
const savedPrefix = 'saved '

/** A list's views: built-in views as buttons where there is room, and a menu of all views with "Save this view". */
export function ViewsMenu({ name, builtIn = [], renderCount }: ViewsMenuProps) {
  const { t } = useLingui()
  const { query, go, pathname } = usePath()
  const { showError } = useMutate()
  const { saved, canSave, put, remove } = useViews(name)
  const [isSaving, setSaving] = useState(false)
  const now = viewQuery(query)
  const offered: readonly BuiltInView[] = [{ id: 'all', label: t`All`, query: '' }, ...builtIn]
  const current = saved.find((view) => view.query === now)
  const ownOne = offered.find((view) => view.query === now)
  const items: MenuItem[] = [
    ...offered.map((view) => ({ id: builtInPrefix + view.id, label: view.label, isChecked: !current && view === ownOne })),
    ...saved.map((view, index) => ({
      id: savedPrefix + view.name,
      label: view.name,
      isChecked: view === current,
      isParted: index === 0,
    })),
    ...(canSave ? [{ id: 'save', label: t`Save view…`, isParted: true, disabledBecause: current && t`This view is already saved` }] : []),
    ...(current ? [{ id: 'remove', label: t`Delete view “${current.name}”`, isDanger: true }] : []),
  ]
  const openView = (to: string) => go(to ? `${pathname}?${to}` : pathname)
  const drop = (gone: string) => remove(gone).catch(showError(t`Couldn’t delete the view`))
  const select = (id: string) => {
    if (id === 'save') setSaving(true)
    else if (id === 'remove') current && void drop(current.name)
    else if (id.startsWith(builtInPrefix)) openView(offered.find((view) => builtInPrefix + view.id === id)?.query ?? '')
    else openView(saved.find((view) => savedPrefix + view.name === id)?.query ?? '')
  }
  const shownName = current?.name ?? ownOne?.label
  return (
    <>
      {builtIn.map((view) => (
        <button
          key={view.id}
          type="button"
          className="chip bare view"
          aria-pressed={view === ownOne}
          onClick={() => openView(view === ownOne ? '' : view.query)}
        >
          {view.label}
          {renderCount?.(view)}
        </button>
      ))}
      <Menu label={t`Views`} items={items} onSelect={select} className="chip bare views" isWorded>
        {shownName ? <b>{shownName}</b> : <Trans>Views</Trans>}
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

export interface Views {
  readonly saved: readonly SavedView[]
  /** True when the user is known. */
  readonly canSave: boolean
  /** Saves a view; replaces one with the same name. */
  put(view: SavedView): Promise<void>
  remove(name: string): Promise<void>
}

/** Attempts to save when another tab saves at the same time. */
const triesMost = 5

/** The user's own saved views of a list, stored on the platform. */
export function useViews(name: string): Views {
  const { send } = useRuntime()
  const { run } = useMutate()
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const path = userId === undefined ? undefined : { userId, name: `views.${name.replaceAll('_', '-')}` }
  const { data } = useRead(userSettings.one, path ? { path } : null)
  const saved = data?.value?.views ?? []

  async function write(edit: (views: readonly SavedView[]) => readonly SavedView[]) {
    if (!path) return
    // Another tab may save at the same time. After a conflict, read its views and apply this change to them.
    for (let attempt = 1; ; attempt++) {
      const { value } = await send(userSettings.one, { path })
      const views = [...edit(value?.views ?? [])]
      if (views.length > maxSavedViews) throw new Problem({ kind: 'conflict' })
      try {
        await send(userSettings.change, { path, body: { value: { columns: value?.columns ?? [], views }, seen: value } })
        return
      } catch (problem) {
        if (attempt === triesMost || !(problem instanceof Problem) || problem.status !== 412) throw problem
      }
    }
  }
  const change = (edit: (views: readonly SavedView[]) => readonly SavedView[]) => run(() => write(edit), { stale: [userSettings.one] })
  return {
    saved,
    canSave: path !== undefined,
    put: (view) => change((views) => [...views.filter((one) => one.name !== view.name), view]),
    remove: (removedName) => change((views) => views.filter((one) => one.name !== removedName)),
  }
}
