import { Trans } from '@lingui/react/macro'
import { AdvertiserChoice } from '../../../parts/scope/advertiser-choice.tsx'
import { Drawer } from '../../../ui/dialog/modal.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import css from './dialogs.css'
import type { DialogProps } from './dialogs.tsx'
import { LocaleMenu, ThemeMenu } from '../shell/menus.tsx'
import { Navigation } from '../navigation/navigation.tsx'

addStyles(css)

/** Navigation and settings on narrow screens. */
export default function MenuDrawer({ groups, onClose }: DialogProps) {
  return (
    <Drawer heading={<Trans>Menu</Trans>} size="xs" onClose={onClose}>
      <div className="console-drawer">
        <AdvertiserChoice />
        <Navigation groups={groups} onNavigate={onClose} />
        <div className="row">
          <LocaleMenu />
          <ThemeMenu />
        </div>
      </div>
    </Drawer>
  )
}
