import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { upload } from '../../../ui/icon/control-icons.ts'
import type { SheetDialogProps } from './dialog.tsx'

const SheetDialog = lazyIdle(() => import('./dialog.tsx'))

/** Opens the dialog that edits campaigns in a spreadsheet. */
export function SpreadsheetButton(props: Omit<SheetDialogProps, 'onClose'>) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.change'] })
  const [isOpen, setOpen] = useState(false)
  if (isReadonly) return null
  return (
    <>
      <IconButton icon={upload} label={t`Edit in a spreadsheet`} disabledBecause={mayNot} onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <SheetDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
