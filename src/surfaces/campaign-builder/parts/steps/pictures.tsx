import { Trans, useLingui } from '@lingui/react/macro'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { useDesk } from '../draft/desk.ts'
import { fileSize } from '../../../../ui/upload/file-size.ts'
import { Part } from './part.tsx'

/** What the experience takes to show. */
export default function Pictures() {
  const { t, i18n } = useLingui()
  const { ground } = useDesk()
  return (
    <Part heading={<Trans>Pictures</Trans>} note={<Trans>What this experience shows.</Trans>}>
      <ul className="picture-places">
        {ground.assets.map(({ experience_asset_id, name, width, height, bytes_most, is_required }) => (
          <li key={experience_asset_id}>
            <b>{name}</b>{' '}
            <span className="quiet">
              {t`${width} × ${height} pixels, up to ${fileSize(bytes_most, i18n.locale)}`} {is_required && <Trans>(needed)</Trans>}
            </span>
          </li>
        ))}
      </ul>
      <Callout kind="info" heading={t`Pictures are added by your client for now`} />
    </Part>
  )
}
