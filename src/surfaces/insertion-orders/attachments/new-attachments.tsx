import { useLingui } from '@lingui/react/macro'
import { Upload } from '../../../ui/upload/upload.tsx'
import { attachmentLimits } from './use-attach.ts'

/** A new order has no address for its documents yet, so they wait in the form. */
const keep = async (file: File) => file

/** Documents of a new order, which are sent after it is saved. */
export function NewAttachments({ onChange }: { readonly onChange: (files: readonly File[]) => void }) {
  const { t } = useLingui()
  return (
    <Upload
      label={t`Documents`}
      limits={attachmentLimits()}
      send={keep}
      onChange={(files) => onChange(files.flatMap(({ state, file }) => (state === 'sent' ? [file] : [])))}
    />
  )
}
