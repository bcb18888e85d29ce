import { msg } from '@lingui/core/macro'
import { changes } from '../../../../contract/changes/changes.ts'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { useAdmin } from '../../context.tsx'
import { HistoryTab, nounHistory } from '../../frame/history-tab.tsx'

const themeChanges = nounHistory(changes.theme, {
  permission: 'themes.change',
  kinds: {
    created: msg`created the theme`,
    changed: msg`changed the theme`,
    removed: msg`went back to the default theme`,
    undone: msg`undid a change`,
  },
  fields: {
    font_family: msg`Font`,
    primary_color: msg`Primary color`,
    button_color: msg`Button color`,
    button_text_color: msg`Button text color`,
  },
})

/** Earlier themes of the client, each of which can be taken back. */
export default function ThemeHistory({ version }: { readonly version: number }) {
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  return (
    <HistoryTab
      of={themeChanges}
      path={{ memberGroupId }}
      version={version}
      onUndone={() => emit('ad-client-changed', { member_group_id: memberGroupId })}
    />
  )
}
