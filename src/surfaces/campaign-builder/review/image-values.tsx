import { wear } from '../../../ui/theme/styles.ts'
import { useDesk } from '../draft/context.ts'
import pictureCss from '../../../parts/images/images.css'
import { ShownPicture } from '../steps/image-preview.tsx'
import css from './values.css'

wear(pictureCss)
wear(css)

/** The pictures of a draft as they will be seen, each with its place. */
export function PictureValues() {
  const { state, ground } = useDesk()
  return (
    <ul className="review-pictures">
      {(state.data.pictures ?? []).map(({ experience_asset_id: id, asset_id }) => {
        const place = ground.assets.find((one) => one.experience_asset_id === id)
        return (
          <li key={id}>
            {place && <ShownPicture place={place} assetId={asset_id} sent={undefined} />}
            <span className="quiet">{place?.name ?? id}</span>
          </li>
        )
      })}
    </ul>
  )
}
