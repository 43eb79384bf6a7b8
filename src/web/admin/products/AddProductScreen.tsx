import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $screen } from '../router.store.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ProductForm } from './ProductForm.tsx';
import { $openFailure, addForm, addProduct, openNew } from './product-form.store.ts';

/** A new event; `?copy=<id>` starts from another one. */
export default function AddProductScreen() {
  const copy = useStore($screen)?.search.copy;
  const failure = useStore($openFailure);
  useEffect(() => void openNew(copy), [copy]);
  if (failure) return <LoadFailure text={failure} back="products" onRetry={() => void openNew(copy)} />;
  return <ProductForm form={addForm} save="Ürünü Ekle" onSave={addProduct} />;
}
