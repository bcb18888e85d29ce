import { useLingui } from '@lingui/react/macro'
import { useGuest } from '../../../../kit/guest.tsx'
import { AdvertiserChoice } from '../../../../parts/advertiser-choice.tsx'
import { useAdvertiserChoice } from '../../../../parts/advertisers.tsx'
import { ClientSwitcher } from '../../../../parts/client-switcher.tsx'
import { usePerson } from '../../../../parts/person.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { search } from '../../../../ui/icons.ts'
import { signs } from '../icons.ts'
import type { Dialogs } from './dialogs.tsx'
import { LocaleMenu, PersonMenu, ThemeMenu } from './menus.tsx'

interface HeaderProps {
  readonly dialogs: Dialogs
  readonly isRail: boolean
  readonly onRail: () => void
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/** The way to everything, by its name. */
function SearchButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="console-find" aria-label={t`Search`} aria-keyshortcuts="Control+K Meta+K" onClick={onPress}>
      <Icon shape={search} />
      <span className="grow">{t`Search clients, campaigns, people`}</span>
      <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  )
}

/** Another client begins at its first page; what was looked at belongs to the one before. */
function Whose() {
  const { navigate } = useGuest()
  const { total } = useAdvertiserChoice()
  return (
    <>
      <Icon shape={signs.wave} className="console-mark" />
      <div className="console-client">
        <ClientSwitcher isLabelHidden onChoose={(memberGroupId) => navigate(`clients/${memberGroupId}`)} />
      </div>
      {total !== undefined && total > 0 && (
        <div className="console-advertisers">
          <AdvertiserChoice isLabelHidden />
        </div>
      )}
    </>
  )
}

/** What stands above every place. */
export function Header({ dialogs, isRail, onRail }: HeaderProps) {
  const { t } = useLingui()
  const known = usePerson()
  const person = known.state === 'known' ? known.person : undefined
  return (
    <header className="console-top">
      <span className="console-wide">
        <IconButton icon={signs.panel} label={isRail ? t`Show the names` : t`Hide the names`} isPressed={isRail} onPress={onRail} />
      </span>
      <span className="console-narrow">
        <IconButton icon={signs.menu} label={t`Menu`} onPress={() => dialogs.open('menu')} />
      </span>
      <Whose />
      <span className="grow" />
      <SearchButton onPress={() => dialogs.open('search')} />
      <span className="console-wide row">
        <LocaleMenu />
        <ThemeMenu />
        {person && <IconButton icon={signs.bell} label={t`Notifications`} onPress={() => dialogs.open('notifications')} />}
      </span>
      {person && <PersonMenu person={person} onOpen={dialogs.open} />}
    </header>
  )
}
