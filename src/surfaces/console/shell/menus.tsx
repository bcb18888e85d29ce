import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { closestLocale, intlLocale, localeLookups, locales } from '../../../contract/locales.ts'
import type { CurrentUser } from '../../../contract/session/sso.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { Avatar } from '../../../ui/badge/avatar.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { useConsole } from '../context.tsx'
import { consoleIcons } from '../icons.ts'
import { isSameLocale, localeGroups, type ThemeChoice } from '../settings.ts'
import type { DialogName } from '../dialogs/dialogs.tsx'

const ownNames = new Map<string, string>()

/** The language's own name, cached because Intl.DisplayNames is slow. */
function ownName(code: string) {
  const tag = intlLocale(code).replace(/-u-.*/, '')
  const name = ownNames.get(code) ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code
  ownNames.set(code, name)
  return name
}

/** Languages of the platform, and below them the locales that only change date and number formats. A label marks the browser's language. */
export function LocaleMenu() {
  const { t } = useLingui()
  const { locale } = useElementContext()
  const { settings } = useConsole()
  const viewer = useViewer()
  const { data } = useRead(localeLookups.list, viewer.state === 'known' && settings.ownsPage ? {} : null)
  if (!settings.ownsPage) return null
  const shownLocale = closestLocale(locale)
  const browserLocale = closestLocale(navigator.language)
  const { languages, formats } = localeGroups(data?.map(({ code }) => code) ?? locales)
  const itemOf = (code: string) => {
    const name = ownName(code)
    return {
      id: code,
      label: isSameLocale(code, browserLocale) ? t`${name} (browser default)` : name,
      isChecked: isSameLocale(code, shownLocale),
    }
  }
  const items = [
    ...languages.map(itemOf),
    ...formats.map((code, index) => ({ ...itemOf(code), group: t`Region format: dates and numbers only`, isParted: index === 0 })),
  ]
  return (
    <Menu isWorded className="console-act" label={t`Language`} items={items} onSelect={settings.chooseLocale}>
      <Icon shape={consoleIcons.globe} />
      {shownLocale.slice(0, 2).toUpperCase()}
    </Menu>
  )
}

const darkSystem = '(prefers-color-scheme: dark)'

/** Whether the page is dark. The system setting can change while the page is open. */
function useIsDark(theme: ThemeChoice) {
  const isSystemDark = useSyncExternalStore(
    (changed) => {
      const query = matchMedia(darkSystem)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(darkSystem).matches,
  )
  return theme === 'dark' || (theme === 'auto' && isSystemDark)
}

const isTheme = (id: string): id is ThemeChoice => id === 'light' || id === 'dark' || id === 'auto'

export function ThemeMenu() {
  const { t } = useLingui()
  const { settings } = useConsole()
  const isDark = useIsDark(settings.theme)
  if (!settings.ownsPage) return null
  const words = { light: t`Light`, dark: t`Dark`, auto: t`Use system setting` }
  const items = Object.entries(words).map(([id, label]) => ({ id, label, isChecked: id === settings.theme }))
  return (
    <Menu isWorded className="console-act" label={t`Theme`} items={items} onSelect={(id) => isTheme(id) && settings.chooseTheme(id)}>
      <Icon shape={isDark ? consoleIcons.moon : consoleIcons.sun} />
    </Menu>
  )
}

interface PersonMenuProps {
  readonly person: CurrentUser
  readonly onOpen: (name: DialogName) => void
}

function PersonMenu({ person: { user_name: userName, full_name: fullName, email, roles }, onOpen }: PersonMenuProps) {
  const { t } = useLingui()
  const { session } = useConsole()
  const name = fullName ?? userName
  const items = [
    { id: 'profile', label: t`Profile`, note: [email, ...new Set(roles.map((role) => role.name))].join(' · ') },
    { id: 'notifications', label: t`Email notifications` },
    ...(session ? [{ id: 'out', label: t`Sign out` }] : []),
  ]
  const onSelect = (id: string) => {
    if (id === 'profile' || id === 'notifications') onOpen(id)
    else void session?.signOut('person')
  }
  return (
    <Menu isWorded className="console-person" label={t`Your account, ${name}`} items={items} onSelect={onSelect}>
      <Avatar name={name} isNamed />
      <span className="console-name">{name}</span>
      <Icon shape={chevronDown} />
    </Menu>
  )
}

/** Menus at the end of the header. */
export default function Menus({
  person,
  onOpen,
}: {
  readonly person: CurrentUser | undefined
  readonly onOpen: (name: DialogName) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <span className="console-wide row">
        <LocaleMenu />
        <ThemeMenu />
        {person && <IconButton icon={consoleIcons.mail} label={t`Email notifications`} onPress={() => onOpen('notifications')} />}
      </span>
      {person && <PersonMenu person={person} onOpen={onOpen} />}
    </>
  )
}
