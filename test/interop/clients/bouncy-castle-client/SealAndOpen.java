import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.AttributeTable;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.RSAESOAEPparams;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cms.CMSAlgorithm;
import org.bouncycastle.cms.CMSAuthEnvelopedData;
import org.bouncycastle.cms.CMSAuthEnvelopedDataGenerator;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.Recipient;
import org.bouncycastle.cms.RecipientInfoGenerator;
import org.bouncycastle.cms.RecipientInformation;
import org.bouncycastle.cms.SimpleAttributeTableGenerator;
import org.bouncycastle.cms.jcajce.JceCMSContentEncryptorBuilder;
import org.bouncycastle.cms.jcajce.JceKEMAuthEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKEMRecipientInfoGenerator;
import org.bouncycastle.cms.jcajce.JceKeyAgreeAuthEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyAgreeRecipientInfoGenerator;
import org.bouncycastle.cms.jcajce.JceKeyTransAuthEnvelopedRecipient;
import org.bouncycastle.cms.jcajce.JceKeyTransRecipientInfoGenerator;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OutputAEADEncryptor;

/**
 * Opens the envelope ALGORITHM.p7m with the key ALGORITHM.pkcs8 and writes ALGORITHM.opened, and seals the file "content" for ALGORITHM.spki and
 * writes ALGORITHM.sealed (BER) and ALGORITHM.sealed-with-attributes (DER), for each algorithm that is an
 * argument.
 */
public class SealAndOpen {
  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();
  /** The library knows dhSinglePass-stdDH-sha256kdf-scheme for curves of EC alone; RFC 8418 has it for X25519, too. */
  private static final BouncyCastleProvider XDH_PROVIDER = new BouncyCastleProvider();
  private static final byte[] KEY_IDENTIFIER = {1, 2, 3};

  public static void main(String[] args) throws Exception {
    XDH_PROVIDER.put("KeyAgreement.1.3.132.1.11.1", XDH_PROVIDER.get("KeyAgreement.X25519WITHSHA256KDF"));
    for (String algorithm : args) {
      String family = family(algorithm);
      KeyFactory factory = KeyFactory.getInstance(family, PROVIDER);
      PrivateKey privateKey = factory.generatePrivate(new PKCS8EncodedKeySpec(read(algorithm + ".pkcs8")));
      PublicKey publicKey = factory.generatePublic(new X509EncodedKeySpec(read(algorithm + ".spki")));
      CMSAuthEnvelopedData envelope = new CMSAuthEnvelopedData(read(algorithm + ".p7m"));
      RecipientInformation recipient = envelope.getRecipientInfos().iterator().next();
      write(algorithm + ".opened", recipient.getContent(recipient(family, privateKey)));
      write(algorithm + ".sealed", seal(family, publicKey, false).getEncoded());
      byte[] der = seal(family, publicKey, true).toASN1Structure().getEncoded(ASN1Encoding.DER);
      write(algorithm + ".sealed-with-attributes", der);
    }
  }

  private static Recipient recipient(String family, PrivateKey key) {
    switch (family) {
      case "RSA":
        return new JceKeyTransAuthEnvelopedRecipient(key).setProvider(PROVIDER);
      case "ML-KEM":
        return new JceKEMAuthEnvelopedRecipient(key).setProvider(PROVIDER);
      default:
        return new JceKeyAgreeAuthEnvelopedRecipient(key).setProvider(agreementProvider(family));
    }
  }

  private static CMSAuthEnvelopedData seal(String family, PublicKey key, boolean withAttributes) throws Exception {
    CMSAuthEnvelopedDataGenerator generator = new CMSAuthEnvelopedDataGenerator();
    generator.addRecipientInfoGenerator(recipientOf(family, key));
    if (withAttributes) {
      ASN1EncodableVector attributes = new ASN1EncodableVector();
      ASN1ObjectIdentifier mimeType = new ASN1ObjectIdentifier("0.4.0.1733.2.1");
      attributes.add(new Attribute(mimeType, new DERSet(new DERUTF8String("text/plain"))));
      generator.setAuthenticatedAttributeGenerator(new SimpleAttributeTableGenerator(new AttributeTable(attributes)));
    }
    OutputAEADEncryptor encryptor =
        (OutputAEADEncryptor) new JceCMSContentEncryptorBuilder(CMSAlgorithm.AES256_GCM).setProvider(PROVIDER).build();
    return generator.generate(new CMSProcessableByteArray(read("content")), encryptor);
  }

  private static RecipientInfoGenerator recipientOf(String family, PublicKey key) throws Exception {
    AlgorithmIdentifier sha256 = new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256);
    switch (family) {
      case "RSA":
        RSAESOAEPparams parameters = new RSAESOAEPparams(
            sha256, new AlgorithmIdentifier(PKCSObjectIdentifiers.id_mgf1, sha256), RSAESOAEPparams.DEFAULT_P_SOURCE_ALGORITHM);
        AlgorithmIdentifier oaep = new AlgorithmIdentifier(PKCSObjectIdentifiers.id_RSAES_OAEP, parameters);
        return new JceKeyTransRecipientInfoGenerator(KEY_IDENTIFIER, oaep, key).setProvider(PROVIDER);
      case "ML-KEM":
        return new JceKEMRecipientInfoGenerator(KEY_IDENTIFIER, key, NISTObjectIdentifiers.id_aes256_wrap)
            .setKDF(new AlgorithmIdentifier(PKCSObjectIdentifiers.id_alg_hkdf_with_sha256)).setProvider(PROVIDER);
      default:
        KeyPairGenerator ephemeral = KeyPairGenerator.getInstance(family, PROVIDER);
        if (key instanceof ECPublicKey) ephemeral.initialize(((ECPublicKey) key).getParams());
        KeyPair pair = ephemeral.generateKeyPair();
        return new JceKeyAgreeRecipientInfoGenerator(
            CMSAlgorithm.ECDH_SHA256KDF, pair.getPrivate(), pair.getPublic(), NISTObjectIdentifiers.id_aes256_wrap)
            .addRecipient(KEY_IDENTIFIER, key).setProvider(agreementProvider(family));
    }
  }

  private static BouncyCastleProvider agreementProvider(String family) {
    return family.equals("X25519") ? XDH_PROVIDER : PROVIDER;
  }

  private static String family(String algorithm) {
    if (algorithm.startsWith("P-")) return "EC";
    if (algorithm.startsWith("ML-KEM")) return "ML-KEM";
    return algorithm.startsWith("RSA") ? "RSA" : algorithm;
  }

  private static byte[] read(String file) throws Exception {
    return Files.readAllBytes(Path.of(file));
  }

  private static void write(String file, byte[] content) throws Exception {
    Files.write(Path.of(file), content);
  }
}
