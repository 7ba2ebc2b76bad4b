import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * Opens keystores in the working directory: the first argument is their password and that of their keys, the others are groups of a format, a
 * provider and a file. For each it prints the alias of the only entry, the length of its chain, and whether what its key signs its certificate
 * verifies; and it stores the entry again, in the same format, as the file with ".copy" behind its name.
 */
public class CopyKeystores {
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  public static void main(String[] args) throws Exception {
    Security.addProvider(BOUNCY_CASTLE);
    char[] password = args[0].toCharArray();
    for (int at = 1; at < args.length; at += 3) {
      KeyStore store = KeyStore.getInstance(args[at], args[at + 1]);
      store.load(new ByteArrayInputStream(Files.readAllBytes(Path.of(args[at + 2]))), password);
      String alias = store.aliases().nextElement();
      PrivateKey key = (PrivateKey) store.getKey(alias, password);
      Certificate[] chain = store.getCertificateChain(alias);
      System.out.println(store.size() + " " + alias + " " + chain.length + " " + fits(key, chain[0]));
      KeyStore copy = KeyStore.getInstance(args[at], args[at + 1]);
      copy.load(null, null);
      copy.setKeyEntry(alias, key, password, chain);
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      copy.store(output, password);
      Files.write(Path.of(args[at + 2] + ".copy"), output.toByteArray());
    }
  }

  private static boolean fits(PrivateKey key, Certificate certificate) throws Exception {
    PrivateKeyInfo info = PrivateKeyInfo.getInstance(key.getEncoded());
    PrivateKey own = factory(info.getPrivateKeyAlgorithm().getAlgorithm().getId())
        .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    SubjectPublicKeyInfo spki = SubjectPublicKeyInfo.getInstance(certificate.getPublicKey().getEncoded());
    PublicKey theirs = factory(spki.getAlgorithm().getAlgorithm().getId())
        .generatePublic(new X509EncodedKeySpec(spki.getEncoded()));
    String algorithm = switch (own.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC", "ECDSA" -> "SHA256withECDSA";
      default -> own.getAlgorithm();
    };
    Signature signer = Signature.getInstance(algorithm, BOUNCY_CASTLE);
    signer.initSign(own);
    byte[] signature = signer.sign();
    signer.initVerify(theirs);
    return signer.verify(signature);
  }

  private static KeyFactory factory(String oid) throws Exception {
    return KeyFactory.getInstance(oid, BOUNCY_CASTLE);
  }
}
