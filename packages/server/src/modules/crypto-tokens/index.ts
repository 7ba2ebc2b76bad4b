/** Crypto tokens: holders of key pairs, in software or hardware, that sign. */
export type { ActivationAttemptStore } from './activation-attempt-store.ts';
export { configuredDevices, ConfiguredTokens } from './configured-tokens.ts';
export { cryptoTokenRule, type CryptoTokenOperation } from './crypto-token-rules.ts';
export type {
  AdvanceTokenState,
  CryptoTokenStore,
  DeleteKeyPair,
  DeleteTokenState,
  ExpectTokenState,
  InsertKeyPair,
  InsertTokenState,
  KeyPairRow,
  StoredTokenState,
} from './crypto-token-store.ts';
export type {
  CryptoToken,
  CryptoTokenDriver,
  CryptoTokenState,
  InitializedToken,
  KeyPairImport,
  KeyPairInfo,
  KeyPairRequest,
  KeyUsage,
  RequireOwnSlot,
  MessageSignatureOptions,
  SignatureOptions,
  StoredKeyPair,
  TokenDescription,
} from './crypto-token.ts';
export { cryptoTokenHooks, cryptoTokenType, isHardwareToken } from './crypto-token-type.ts';
export { cryptoTokensModule } from './crypto-tokens-module.ts';
export { type CryptoTokenPlan, CryptoTokens } from './crypto-tokens.ts';
export {
  BadKeyAliasError,
  CryptoTokenOfflineError,
  DamagedCryptoTokenError,
  DamagedKeyError,
  FixedTokenTypeError,
  KeyAliasInUseError,
  KeyImportRefusedError,
  KeystoreReadOnlyError,
  KeyInUseError,
  KeyTestFailedError,
  SlotTakenError,
  TooManyActivationAttemptsError,
  TooManyKeyPairsError,
  UnknownCryptoTokenError,
  UnknownKeyAliasError,
  UnsupportedDecryptionError,
  UnsupportedKeyError,
  UnsupportedSignatureError,
  UnsupportedTokenTypeError,
  UnusableActivationCodeError,
  WrongActivationCodeError,
  WrongSignatureError,
} from './errors.ts';
export { HardwareTokens } from './hardware-tokens.ts';
export { keyAlias } from './key-alias.ts';
export type { CreatedToken, KeyHost } from './key-host.ts';
export { type KeyPlan, type NewKeyPair, planKeyPair } from './key-plan.ts';
export { holdsItsKeys, KEYSTORE_TYPE } from './keystore-settings.ts';
export type { KeyUsers, OperateTokens, TokenTarget } from './operate-tokens.ts';
export type { ReadTokens } from './read-tokens.ts';
export {
  nameSameSlot,
  parsePkcs11Settings,
  PKCS11_TYPES,
  type Pkcs11Settings,
  type Pkcs11Slot,
} from './pkcs11-settings.ts';
export type { ConfiguredToken, TokenDirectory } from './token-directory.ts';
export { TokenDocumentWrites } from './token-document-writes.ts';
