import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $screen } from '../router.store.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ProductForm } from './ProductForm.tsx';
import { $openFailure, $original, add, addForm, openNew } from './productForm.store.ts';

/** A new product; `?copy=<id>` starts from another one. */
export default function AddProductScreen() {
  const copy = useStore($screen)?.search.copy;
  const failure = useStore($openFailure);
  const original = useStore($original);
  useEffect(() => void openNew(copy), [copy]);
  if (failure) return <LoadFailure text={failure} back="products" onRetry={() => void openNew(copy)} />;
  return <ProductForm form={addForm} save="Atölyeyi Ekle" onSave={() => void add()} stored={original} />;
}
