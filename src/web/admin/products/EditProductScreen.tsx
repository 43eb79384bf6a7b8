import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { differing } from '../differences.ts';
import type { ScreenProps } from '../routes.ts';
import { Conflict } from '../ui/Conflict.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ScreenFallback } from '../ui/ScreenFallback.tsx';
import { ProductForm } from './ProductForm.tsx';
import { sideBySide } from './product.ts';
import {
  $conflict,
  $openFailure,
  $product,
  editForm,
  openProduct,
  overwrite,
  takeTheirs,
  updateProduct,
} from './product-form.store.ts';

/** An event to edit; two admins who do it at once are told. */
export default function EditProductScreen({ params: { id = '' } }: ScreenProps) {
  const product = useStore($product);
  const failure = useStore($openFailure);
  const conflict = useStore($conflict);
  const { values } = useStore(editForm.$form);
  useEffect(() => void openProduct(id), [id]);
  if (failure) return <LoadFailure text={failure} back="products" onRetry={() => void openProduct(id)} />;
  if (product?.id !== id) return <ScreenFallback />;
  return (
    <>
      <ProductForm form={editForm} save="Güncelle" onSave={updateProduct} />
      <Conflict
        what="Bu ürün"
        differences={conflict && differing(sideBySide(values, conflict))}
        onMine={overwrite}
        onTheirs={takeTheirs}
        onClose={() => $conflict.set(undefined)}
      />
    </>
  );
}
